/// Edits of pages: in place where a page has a single owner, otherwise on a copy of the page.
extension ChildPage {
    /// The consequences of an edit.
    struct Change {
        var totals = Totals()
        /// The new right neighbour if the page was split.
        var right: ChildPage?
    }

    /// Edits a child in place; an absent child is passed as null, and null removes the child.
    static func modify(_ page: inout ChildPage, _ key: Key, _ body: (inout Node) -> Void) -> Change {
        let change = page.isLeaf ? modifyLeaf(&page, key, body) : modifyBranch(&page, key, body)
        assert(page.violatedShape == nil, page.violatedShape ?? "")
        return change
    }

    private static func modifyLeaf(_ page: inout ChildPage, _ key: Key, _ body: (inout Node) -> Void) -> Change {
        let index = page.lowerBound(of: key)
        guard index < page.count, page.entries[index].key == key else {
            var child = Node.null
            body(&child)
            if child.isNull { return Change() }
            let entry = Entry(key: key, node: child)
            return Change(totals: entry.totals, right: insert(entry, at: index, of: &page))
        }
        makeUnique(&page)
        let before = page.entries[index].node.size
        let prioritizedBefore = page.entries[index].node.isPrioritized ? 1 : 0
        body(&page.entries[index].node)
        if page.entries[index].node.isNull {
            let name = page.remove(at: index).key.byteCount
            return Change(
                totals: Totals(
                    count: -1, size: -(before + name + 4), keyBytes: -name, prioritizedCount: -prioritizedBefore))
        }
        let prioritized = page.entries[index].node.isPrioritized ? 1 : 0
        return Change(
            totals: Totals(
                size: page.entries[index].node.size - before, prioritizedCount: prioritized - prioritizedBefore))
    }

    private static func modifyBranch(_ page: inout ChildPage, _ key: Key, _ body: (inout Node) -> Void) -> Change {
        let index = page.pageIndex(of: key)
        makeUnique(&page)
        var child = page.entries[index].node.takePage()
        var change = modify(&child, key, body)
        let isSmall = child.count < maxCount / 4
        page.entries[index].node = Node(page: child)
        if let right = change.right {
            let entry = Entry(key: right.entries[0].key, node: Node(page: right))
            change.right = insert(entry, at: index + 1, of: &page)
        } else if isSmall, change.totals.count < 0, page.count > 1 {
            page.mergeNeighbours(at: max(0, index - 1))
        }
        return change
    }

    /// Inserts an entry; returns the new right neighbour if the page was split.
    private static func insert(_ entry: Entry, at index: Int, of page: inout ChildPage) -> ChildPage? {
        guard page.count == maxCount else {
            makeRoom(&page)
            page.insert(entry, at: index)
            return nil
        }
        makeUnique(&page)
        // Keys that arrive in ascending order leave full pages behind.
        let middle = page.isLeaf && index == maxCount ? maxCount : maxCount / 2
        let right = page.split(at: middle)
        if index > middle || middle == maxCount {
            right.insert(entry, at: index - middle)
        } else {
            page.insert(entry, at: index)
        }
        return right
    }

    /// Merges two neighbouring pages of a unique branch, or distributes their entries evenly.
    private func mergeNeighbours(at index: Int) {
        let removed = remove(at: index + 1)
        let (left, right) = (entries[index].node.takePage(), removed.node.page)
        var all: [Entry] = []
        all.reserveCapacity(left.count + right.count)
        for index in 0..<left.count { all.append(left.entries[index]) }
        for index in 0..<right.count { all.append(right.entries[index]) }
        // The first bound of the right page may be stale; the branch has the true one.
        if !right.isLeaf { all[left.count].key = removed.key }
        let middle = all.count > Self.maxCount ? all.count / 2 : all.count
        entries[index].node = Node(page: ChildPage.make(all[..<middle], height: left.height))
        if middle < all.count {
            let second = ChildPage.make(all[middle...], height: left.height)
            insert(Entry(key: all[middle].key, node: Node(page: second)), at: index + 1)
        }
    }

    /// Makes a page with room for more entries.
    private static func make(_ entries: ArraySlice<Entry>, height: Int) -> ChildPage {
        let page = make(capacity: maxCount, height: height)
        for entry in entries { page.insert(entry, at: page.count) }
        return page
    }

    /// Makes the pages of entries with distinct keys in ascending order, bottom-up.
    ///
    /// All pages are full, except that the last two of a level share their entries evenly.
    static func make(sorted entries: [Entry]) -> ChildPage {
        if entries.count <= maxCount {
            let page = make(capacity: entries.count, height: 0)
            entries.withUnsafeBufferPointer {
                _ = UnsafeMutableBufferPointer(start: page.entries, count: $0.count).initialize(fromContentsOf: $0)
            }
            page.facts.count = entries.count
            return page
        }
        var (level, height) = (entries, 0)
        while true {
            let pages = chunks(of: level.count).map { range in
                let page = make(capacity: range.count, height: height)
                for index in range { page.insert(level[index], at: index - range.lowerBound) }
                return page
            }
            if pages.count == 1 { return pages[0] }
            level = pages.map { Entry(key: $0.entries[0].key, node: Node(page: $0)) }
            height += 1
        }
    }

    private static func chunks(of count: Int) -> [Range<Int>] {
        var chunks: [Range<Int>] = []
        var start = 0
        while count - start > 2 * maxCount {
            chunks.append(start..<start + maxCount)
            start += maxCount
        }
        if count - start > maxCount {
            let middle = start + (count - start) / 2
            chunks += [start..<middle, middle..<count]
        } else {
            chunks.append(start..<count)
        }
        return chunks
    }
}
