/// A page of an ``OrderedMap``: a leaf with keys and values, or a branch with lower bounds and pages.
///
/// Invariants: keys ascend; a leaf has as many values as keys; a branch has as many pages as keys, and everything below
/// `pages[i]` lies in `keys[i] ..< keys[i + 1]` (the first bound may be stale: smaller keys go to the first page).
@usableFromInline struct OrderedPage<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    @usableFromInline var keys: [Key] = []
    @usableFromInline var values: [Value] = []
    @usableFromInline var pages: [OrderedPage] = []

    /// The maximum number of entries of a page; a page below a quarter of it is merged with a neighbour.
    @inlinable static var capacity: Int { 32 }

    @inlinable init() {}

    @inlinable
    init(keys: [Key], pages: [OrderedPage]) {
        self.keys = keys
        self.pages = pages
    }

    @inlinable
    init(keys: [Key], values: [Value]) {
        self.keys = keys
        self.values = values
    }

    @inlinable
    init(sorted entries: [(Key, Value)]) {
        var level = Self.chunks(of: entries.count).map { range in
            OrderedPage(keys: entries[range].map(\.0), values: entries[range].map(\.1))
        }
        while level.count > 1 {
            level = Self.chunks(of: level.count).map { range in
                OrderedPage(keys: level[range].map { $0.keys[0] }, pages: Array(level[range]))
            }
        }
        self = level.first ?? OrderedPage()
    }

    @inlinable var isLeaf: Bool { pages.isEmpty }

    @inlinable
    func value(of key: Key) -> Value? {
        if !isLeaf { return pages[pageIndex(of: key)].value(of: key) }
        let index = lowerBound(of: key)
        return index < keys.count && keys[index] == key ? values[index] : nil
    }

    /// Sets a value; returns the old one, and the new right neighbour if the page was split.
    @inlinable
    mutating func set(_ value: Value, for key: Key) -> (old: Value?, right: OrderedPage?) {
        if isLeaf {
            let index = lowerBound(of: key)
            if index < keys.count, keys[index] == key {
                let old = values[index]
                values[index] = value
                return (old, nil)
            }
            keys.insert(key, at: index)
            values.insert(value, at: index)
            return (nil, splitWhenTooLarge())
        }
        let index = pageIndex(of: key)
        let (old, right) = pages[index].set(value, for: key)
        if let right {
            keys.insert(right.keys[0], at: index + 1)
            pages.insert(right, at: index + 1)
        }
        return (old, splitWhenTooLarge())
    }

    @inlinable
    mutating func removeValue(for key: Key) -> Value? {
        if isLeaf {
            let index = lowerBound(of: key)
            guard index < keys.count, keys[index] == key else { return nil }
            keys.remove(at: index)
            return values.remove(at: index)
        }
        let index = pageIndex(of: key)
        guard let old = pages[index].removeValue(for: key) else { return nil }
        if pages[index].keys.count < Self.capacity / 4, pages.count > 1 { mergeNeighbours(at: max(0, index - 1)) }
        return old
    }

    @inlinable
    func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? {
        if !isLeaf { return pages[pageIndex(of: key)].read(key, body) }
        let index = lowerBound(of: key)
        guard index < keys.count, keys[index] == key else { return nil }
        return body(values[index])
    }

    @inlinable
    mutating func modify<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        if !isLeaf { return pages[pageIndex(of: key)].modify(key, body) }
        let index = lowerBound(of: key)
        guard index < keys.count, keys[index] == key else { return nil }
        return body(&values[index])
    }

    @inlinable
    func isIdentical(to other: OrderedPage) -> Bool {
        keys.count == other.keys.count && pages.count == other.pages.count && keys.hasSameStorage(as: other.keys)
            && values.hasSameStorage(as: other.values) && pages.hasSameStorage(as: other.pages)
    }

    /// Returns the index, from `start` on, of the first key that is not less than `key`.
    @inlinable
    func lowerBound(of key: Key, from start: Int = 0) -> Int {
        var low = start
        var high = keys.count
        while low < high {
            let middle = (low + high) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Returns the index of the only page that may contain `key`.
    @inlinable
    func pageIndex(of key: Key) -> Int {
        // The first bound may be stale, so the search starts after it.
        let index = lowerBound(of: key, from: 1)
        return index < keys.count && keys[index] == key ? index : index - 1
    }

    @inlinable
    mutating func splitWhenTooLarge() -> OrderedPage? {
        guard keys.count > Self.capacity else { return nil }
        return split()
    }

    @inlinable
    mutating func split() -> OrderedPage {
        let middle = keys.count / 2
        let right: OrderedPage
        if isLeaf {
            right = OrderedPage(keys: Array(keys[middle...]), values: Array(values[middle...]))
            values.removeSubrange(middle...)
        } else {
            right = OrderedPage(keys: Array(keys[middle...]), pages: Array(pages[middle...]))
            pages.removeSubrange(middle...)
        }
        keys.removeSubrange(middle...)
        return right
    }

    @inlinable
    mutating func mergeNeighbours(at index: Int) {
        var right = pages.remove(at: index + 1)
        let bound = keys.remove(at: index + 1)
        if !right.isLeaf { right.keys[0] = bound }
        pages[index].keys += right.keys
        pages[index].values += right.values
        pages[index].pages += right.pages
        if let overflow = pages[index].splitWhenTooLarge() {
            keys.insert(overflow.keys[0], at: index + 1)
            pages.insert(overflow, at: index + 1)
        }
    }

    /// Divides `count` entries into even ranges of at most three quarters of a page, which leaves room for inserts.
    @inlinable
    static func chunks(of count: Int) -> [Range<Int>] {
        let number = (count + capacity * 3 / 4 - 1) / (capacity * 3 / 4)
        return (0..<number).map { count * $0 / number..<count * ($0 + 1) / number }
    }
}

extension Array {
    @inlinable
    func hasSameStorage(as other: [Element]) -> Bool {
        withUnsafeBufferPointer { mine in other.withUnsafeBufferPointer { mine.baseAddress == $0.baseAddress } }
    }
}
