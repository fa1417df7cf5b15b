/// An iterator over the children of a node in ascending or descending order from a given key.
package struct ChildIterator: IteratorProtocol, Sequence {
    /// The pages above the leaf, each with the next index to visit.
    private var above: [(page: ChildPage, index: Int)] = []
    private var leaf: ChildPage?
    /// The number of entries of the leaf.
    private var count = 0
    private var index = 0
    private let step: Int

    init(_ root: ChildPage?, from start: Key?, isReversed: Bool) {
        step = isReversed ? -1 : 1
        guard var page = root else { return }
        while !page.isLeaf {
            let index = start.map(page.pageIndex) ?? (isReversed ? page.last : 0)
            above.append((page, index + step))
            page = page.page(index)
        }
        leaf = page
        count = page.count
        guard let start else {
            index = isReversed ? page.last : 0
            return
        }
        index = page.lowerBound(of: start)
        if isReversed, index == count || page.entries[index].key != start { index -= 1 }
    }

    package mutating func next() -> (key: Key, value: Node)? {
        while let page = leaf {
            if index >= 0, index < count {
                let entry = page.entries + index
                index += step
                return (entry.pointee.key, entry.pointee.node)
            }
            leaf = nextLeaf()
        }
        return nil
    }

    private mutating func nextLeaf() -> ChildPage? {
        while let (branch, position) = above.last {
            guard position >= 0, position < branch.count else {
                above.removeLast()
                continue
            }
            above[above.count - 1].index += step
            var page = branch.page(position)
            while !page.isLeaf {
                let index = step > 0 ? 0 : page.last
                above.append((page, index + step))
                page = page.page(index)
            }
            index = step > 0 ? 0 : page.last
            count = page.count
            return page
        }
        return nil
    }
}
