/// Comparison of two versions of the children of a node; shared pages are skipped.
extension ChildPage {
    /// Visits, in key order, every key whose child may differ; the visitor stops the walk by returning `false`.
    ///
    /// - Returns: Whether the walk reached the end.
    func forEachDifference(from old: ChildPage, _ visit: (Key, _ old: Node, _ new: Node) -> Bool) -> Bool {
        if self === old { return true }
        if isLeaf, old.isLeaf { return forEachDifferenceOfLeaves(from: old, visit) }
        if hasSameBounds(as: old) {
            for index in 0..<count where !page(index).forEachDifference(from: old.page(index), visit) { return false }
            return true
        }
        var mine = ChildIterator(self, from: nil, isReversed: false)
        var theirs = ChildIterator(old, from: nil, isReversed: false)
        var (new, gone) = (mine.next(), theirs.next())
        while true {
            let isNewFirst: Bool
            switch (new, gone) {
            case (nil, nil): return true
            case (let entry?, let other?) where entry.key == other.key:
                if !visit(entry.key, other.value, entry.value) { return false }
                (new, gone) = (mine.next(), theirs.next())
                continue
            case (let entry?, let other?): isNewFirst = entry.key < other.key
            case (.some, nil): isNewFirst = true
            case (nil, .some): isNewFirst = false
            }
            if isNewFirst, let entry = new {
                if !visit(entry.key, .null, entry.value) { return false }
                new = mine.next()
            } else if let entry = gone {
                if !visit(entry.key, entry.value, .null) { return false }
                gone = theirs.next()
            }
        }
    }

    /// Returns whether two pages hold equal children.
    func holdsSame(as other: ChildPage) -> Bool {
        if self === other { return true }
        guard isLeaf, other.isLeaf else { return forEachDifference(from: other) { _, old, new in old == new } }
        let count = count
        guard count == other.count else { return false }
        let (mine, theirs) = (entries, other.entries)
        for index in 0..<count
        where mine[index].key != theirs[index].key || mine[index].node != theirs[index].node { return false }
        return true
    }

    private func forEachDifferenceOfLeaves(
        from old: ChildPage, _ visit: (Key, _ old: Node, _ new: Node) -> Bool
    ) -> Bool {
        var (mine, theirs) = (0, 0)
        while mine < count || theirs < old.count {
            let isOrdered = mine < count && theirs < old.count
            let goesOn: Bool
            if isOrdered, entries[mine].key == old.entries[theirs].key {
                goesOn = visit(entries[mine].key, old.entries[theirs].node, entries[mine].node)
                mine += 1
                theirs += 1
            } else if isOrdered ? entries[mine].key < old.entries[theirs].key : mine < count {
                goesOn = visit(entries[mine].key, .null, entries[mine].node)
                mine += 1
            } else {
                goesOn = visit(old.entries[theirs].key, old.entries[theirs].node, .null)
                theirs += 1
            }
            if !goesOn { return false }
        }
        return true
    }

    /// Returns whether two branches have equal inner bounds, so that their pages can be compared pairwise.
    private func hasSameBounds(as other: ChildPage) -> Bool {
        guard height == other.height, count == other.count else { return false }
        for index in 1..<count where entries[index].key != other.entries[index].key { return false }
        return true
    }
}
