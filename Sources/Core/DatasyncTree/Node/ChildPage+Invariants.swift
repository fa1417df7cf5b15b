/// The invariants of a node's pages: tests check all of them, and debug builds the first two after each edit.
///
/// 1. A page has at least one entry and at most its capacity, which is at most ``maxCount``; its keys ascend, except that
///    the first key of a branch may be stale.
/// 2. The entries of a leaf are children other than null; the entries of a branch are pages, one level lower than the branch.
/// 3. Everything below entry `i` of a branch lies between its key and the next.
/// 4. The size of a leaf that is the page of a node, and the totals of a tree, are the sums over their children.
/// 5. A tree has more than one page.
/// 6. An index of a tree has exactly one position for each child: the child's position in the index's order.
/// 7. A value with a priority is neither null nor prioritized itself.
/// 8. A cached hash, and the size stored with it, match the node.
extension Node {
    /// The first violated invariant of the node and everything below it; `nil` if all hold.
    ///
    /// Recomputes every cached hash.
    package var violatedInvariant: String? {
        if isPrioritized, withoutPriority.isNull || withoutPriority.isPrioritized {
            return "A priority has no value."
        }
        if isPrioritized, let problem = withoutPriority.violatedInvariant { return problem }
        switch content {
        case .null, .leaf: return nil
        case .inner(let children):
            if let cached = cachedHash, cached != CachedHash(computedDigest, size: size) {
                return "A cached hash is stale."
            }
            guard let root = children.root else { return "An inner node has no page." }
            if let problem = root.violatedInvariant(from: nil, to: nil) { return problem }
            let totals = root.totals
            if (children.count, children.size, children.keyBytes) != (totals.count, totals.size, totals.keyBytes) {
                return
                    "The totals \(children.count), \(children.size), \(children.keyBytes) are not the sums \(totals)."
            }
            if (tree == nil) != root.isLeaf { return "A tree has one page, or a page has no tree." }
            if (totals.prioritizedCount > 0) != children.hasPrioritizedChild { return "The priorities are miscounted." }
            for index in tree?.indexes ?? [] {
                let expected = children.map { index.order.position(of: $0.key, $0.value) }.sorted()
                if index.positions.keys != expected {
                    return "The index by \(index.order) is not that of the children."
                }
            }
            for (_, child) in children {
                if let problem = child.violatedInvariant { return problem }
            }
            return nil
        }
    }
}

extension ChildPage {
    fileprivate func violatedInvariant(from lower: Key?, to upper: Key?) -> String? {
        if count == 0 { return "A page is empty." }
        if let problem = violatedShape { return problem }
        if !isLeaf, facts.isHashed { return "A branch has a hash." }
        // A leaf of a branch may also be the page of another node.
        if isLeaf, let cached = cachedHash {
            let node = Node(self, Node.Tag.page)
            if cached != CachedHash(node.computedDigest, size: totals.size) { return "The hash of a page is stale." }
        }
        for index in 0..<count {
            let entry = entries[index]
            if isLeaf {
                if lower.map({ entry.key < $0 }) ?? false || upper.map({ !(entry.key < $0) }) ?? false {
                    return "The key \(entry.key) is outside of the bounds of its page."
                }
                continue
            }
            let from = index == 0 ? lower : entry.key
            let to = index + 1 < count ? entries[index + 1].key : upper
            if let problem = page(index).violatedInvariant(from: from, to: to) { return problem }
        }
        return nil
    }

    /// The first of the invariants 1 and 2 that the page alone violates; `nil` if both hold.
    ///
    /// An edit may leave the page empty.
    var violatedShape: String? {
        if count > facts.capacity || facts.capacity > Self.maxCount {
            return "A page has \(count) entries with a capacity of \(facts.capacity)."
        }
        for index in 0..<count {
            let entry = entries[index]
            // The first key of a branch may be stale.
            if index > (isLeaf ? 0 : 1), !(entries[index - 1].key < entry.key) {
                return "The key \(entry.key) is out of order."
            }
            if isLeaf, entry.node.isNull || entry.node.isPageOfBranch { return "The child \(entry.key) is no value." }
            if !isLeaf, !entry.node.isPageOfBranch || page(index).height != height - 1 {
                return "A page is not one level below its branch."
            }
        }
        return nil
    }
}
