extension OrderedMap {
    /// Visits, in key order, every key whose value may differ between two maps.
    ///
    /// Pages that both maps share are skipped, so that comparing two versions of a map takes time proportional to their
    /// changes. The visitor compares the values, and stops the walk by returning `false`.
    ///
    /// - Returns: Whether the walk reached the end.
    @discardableResult
    @inlinable
    package func forEachDifference(from old: Self, _ visit: (Key, _ old: Value?, _ new: Value?) -> Bool) -> Bool {
        root.forEachDifference(from: old.root, visit)
    }
}

extension OrderedPage {
    @inlinable
    func forEachDifference(from old: OrderedPage, _ visit: (Key, Value?, Value?) -> Bool) -> Bool {
        if isIdentical(to: old) { return true }
        // With equal inner bounds the pages cover the same ranges, so that they can be compared pairwise.
        if !isLeaf, keys.count == old.keys.count, pages.count == old.pages.count,
            keys.dropFirst() == old.keys.dropFirst()
        {
            for (page, oldPage) in zip(pages, old.pages) where !page.forEachDifference(from: oldPage, visit) {
                return false
            }
            return true
        }
        var mine = OrderedMapIterator(self, from: nil, isReversed: false)
        var theirs = OrderedMapIterator(old, from: nil, isReversed: false)
        var new = mine.next()
        var gone = theirs.next()
        while new != nil || gone != nil {
            let goesOn: Bool
            if let entry = new, gone.map({ entry.key < $0.key }) ?? true {
                goesOn = visit(entry.key, nil, entry.value)
                new = mine.next()
            } else if let entry = gone, new.map({ entry.key < $0.key }) ?? true {
                goesOn = visit(entry.key, entry.value, nil)
                gone = theirs.next()
            } else if let left = gone, let right = new {
                goesOn = visit(left.key, left.value, right.value)
                new = mine.next()
                gone = theirs.next()
            } else {
                goesOn = false
            }
            if !goesOn { return false }
        }
        return true
    }
}
