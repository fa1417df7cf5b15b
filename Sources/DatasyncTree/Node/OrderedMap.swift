/// A persistent map in key order: a B+ tree whose pages are plain arrays.
///
/// Arrays copy on write, so the tree does too: copying a map is O(1), a change copies only the pages on the way to its
/// key, and when nobody else holds the map the change happens in place. No reference counting is written by hand.
package struct OrderedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    /// The number of entries.
    package private(set) var count = 0
    var root = OrderedPage<Key, Value>()

    package init() {}

    /// Builds the map bottom up from entries that are already in ascending order of distinct keys.
    package init(sorted entries: [(Key, Value)]) {
        count = entries.count
        root = OrderedPage(sorted: entries)
    }

    package var isEmpty: Bool { count == 0 }

    package subscript(key: Key) -> Value? {
        get { root.value(of: key) }
        set {
            if let newValue {
                set(newValue, for: key)
            } else {
                removeValue(for: key)
            }
        }
    }

    package func contains(_ key: Key) -> Bool { root.value(of: key) != nil }

    @discardableResult
    package mutating func set(_ value: Value, for key: Key) -> Value? {
        let (old, right) = root.set(value, for: key)
        if let right {
            let left = root
            root = OrderedPage(keys: [left.keys[0], right.keys[0]], pages: [left, right])
        }
        if old == nil { count += 1 }
        return old
    }

    @discardableResult
    package mutating func removeValue(for key: Key) -> Value? {
        guard let old = root.removeValue(for: key) else { return nil }
        if root.pages.count == 1 { root = root.pages[0] }
        count -= 1
        return old
    }

    /// Edits the value of a present key in place; answers `nil`, without calling, when the key is absent.
    package mutating func modify<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        root.modify(key, body)
    }

    /// Edits the value of a key in place, after putting `initial` there when the key is absent.
    package mutating func modify<Result>(
        _ key: Key, default initial: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        if let result = root.modify(key, body) { return result }
        var value = initial()
        let result = body(&value)
        set(value, for: key)
        return result
    }

    package var first: (key: Key, value: Value)? { makeIterator().next(after: nil) }
    package var last: (key: Key, value: Value)? {
        OrderedMapIterator(root, from: nil, isReversed: true).next(after: nil)
    }

    /// The entry just before `key`, whether or not `key` itself is present.
    package func entry(before key: Key) -> (key: Key, value: Value)? {
        OrderedMapIterator(root, from: key, isReversed: true).next(after: key)
    }

    /// The entry just after `key`, whether or not `key` itself is present.
    package func entry(after key: Key) -> (key: Key, value: Value)? {
        OrderedMapIterator(root, from: key, isReversed: false).next(after: key)
    }

    /// The entries in ascending order, from `start` (included) when it is given.
    package func entries(from start: Key?) -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: start, isReversed: false)
    }

    /// The entries in descending order, from `start` (included) when it is given.
    package func entriesBackwards(from start: Key?) -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: start, isReversed: true)
    }

    package var keys: [Key] { map(\.key) }

    /// Whether both maps are one by reference; `true` is certain, `false` says nothing.
    package func isIdentical(to other: Self) -> Bool {
        count == other.count && root.isIdentical(to: other.root)
    }
}

extension OrderedMap: Sequence {
    package func makeIterator() -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: nil, isReversed: false)
    }

    package var underestimatedCount: Int { count }
}

extension OrderedMapIterator {
    /// The first entry of a fresh iterator whose key is not `excluded`.
    fileprivate func next(after excluded: Key?) -> Element? {
        var copy = self
        guard let entry = copy.next() else { return nil }
        return entry.key == excluded ? copy.next() : entry
    }
}
