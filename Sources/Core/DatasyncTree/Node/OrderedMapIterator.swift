/// An iterator over an ``OrderedMap`` in ascending or descending order from a given key.
@frozen @usableFromInline
package struct OrderedMapIterator<Key: Comparable & Sendable, Value: Sendable>: IteratorProtocol, Sequence {
    /// The pages on the path to the next entry, each with the next index to visit.
    @usableFromInline var stack: [(page: OrderedPage<Key, Value>, index: Int)] = []
    @usableFromInline let step: Int

    @inlinable
    init(_ root: OrderedPage<Key, Value>, from start: Key?, isReversed: Bool) {
        step = isReversed ? -1 : 1
        var page = root
        while true {
            let index = Self.startIndex(in: page, from: start, isReversed: isReversed)
            guard !page.isLeaf else {
                stack.append((page, index))
                return
            }
            stack.append((page, index + step))
            page = page.pages[index]
        }
    }

    @inlinable
    package mutating func next() -> (key: Key, value: Value)? {
        while let (page, index) = stack.last {
            guard index >= 0, index < page.keys.count else {
                stack.removeLast()
                continue
            }
            stack[stack.count - 1].index += step
            if page.isLeaf { return (page.keys[index], page.values[index]) }
            let child = page.pages[index]
            stack.append((child, step > 0 ? 0 : child.keys.count - 1))
        }
        return nil
    }

    @inlinable
    static func startIndex(in page: OrderedPage<Key, Value>, from start: Key?, isReversed: Bool) -> Int {
        guard let start else { return isReversed ? Swift.max(0, page.keys.count - 1) : 0 }
        if !page.isLeaf { return page.pageIndex(of: start) }
        let index = page.lowerBound(of: start)
        if !isReversed || (index < page.keys.count && page.keys[index] == start) { return index }
        return index - 1
    }
}
