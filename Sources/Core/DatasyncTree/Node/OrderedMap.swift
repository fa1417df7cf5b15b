/// A persistent map in key order: a B+ tree whose pages are plain arrays.
///
/// Arrays copy on write, and so does the tree: copying a map is O(1), and a change copies only the pages on the path to
/// its key. A change to a map with a single owner happens in place.
@frozen @usableFromInline
package struct OrderedMap<Key: Comparable & Sendable, Value: Sendable>: Sendable {
    /// The number of entries.
    @usableFromInline package internal(set) var count = 0
    @usableFromInline var root = OrderedPage<Key, Value>()

    @inlinable package init() {}

    /// Creates the map bottom-up from entries with distinct keys in ascending order.
    @inlinable
    package init(sorted entries: [(Key, Value)]) {
        count = entries.count
        root = OrderedPage(sorted: entries)
    }

    @inlinable package var isEmpty: Bool { count == 0 }

    @inlinable
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

    @inlinable
    package func contains(_ key: Key) -> Bool { root.value(of: key) != nil }

    @discardableResult
    @inlinable
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
    @inlinable
    package mutating func removeValue(for key: Key) -> Value? {
        guard let old = root.removeValue(for: key) else { return nil }
        if root.pages.count == 1 { root = root.pages[0] }
        count -= 1
        return old
    }

    /// Reads the value of a key in place, without a copy.
    ///
    /// Returns `nil` without calling the closure if the key is absent.
    @inlinable
    package func read<Result>(_ key: Key, _ body: (Value) -> Result) -> Result? { root.read(key, body) }

    /// Edits the value of a key in place; returns `nil` without calling the closure if the key is absent.
    @inlinable
    package mutating func modify<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        root.modify(key, body)
    }

    /// Edits the value of a key in place; an absent key starts with `initial`.
    @inlinable
    package mutating func modify<Result>(
        _ key: Key, default initial: @autoclosure () -> Value, _ body: (inout Value) -> Result
    ) -> Result {
        if let result = root.modify(key, body) { return result }
        var value = initial()
        let result = body(&value)
        set(value, for: key)
        return result
    }

    @inlinable package var first: (key: Key, value: Value)? { makeIterator().next(after: nil) }
    @inlinable package var last: (key: Key, value: Value)? {
        OrderedMapIterator(root, from: nil, isReversed: true).next(after: nil)
    }

    /// Returns the entry just before `key`, whether or not `key` is present.
    @inlinable
    package func entry(before key: Key) -> (key: Key, value: Value)? {
        OrderedMapIterator(root, from: key, isReversed: true).next(after: key)
    }

    /// Returns the entry just after `key`, whether or not `key` is present.
    @inlinable
    package func entry(after key: Key) -> (key: Key, value: Value)? {
        OrderedMapIterator(root, from: key, isReversed: false).next(after: key)
    }

    /// Returns the entries in ascending order, from `start` (inclusive) if given.
    @inlinable
    package func entries(from start: Key?) -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: start, isReversed: false)
    }

    /// Returns the entries in descending order, from `start` (inclusive) if given.
    @inlinable
    package func entriesBackwards(from start: Key?) -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: start, isReversed: true)
    }

    @inlinable package var keys: [Key] { map(\.key) }

    /// Returns whether two maps are equal by reference; `false` does not mean that they differ.
    @inlinable
    package func isIdentical(to other: Self) -> Bool {
        count == other.count && root.isIdentical(to: other.root)
    }
}

extension OrderedMap: Sequence {
    @inlinable
    package func makeIterator() -> OrderedMapIterator<Key, Value> {
        OrderedMapIterator(root, from: nil, isReversed: false)
    }

    @inlinable package var underestimatedCount: Int { count }
}

extension OrderedMapIterator {
    /// Returns the first entry of a new iterator whose key is not `excluded`.
    @inlinable
    func next(after excluded: Key?) -> Element? {
        var copy = self
        guard let entry = copy.next() else { return nil }
        return entry.key == excluded ? copy.next() : entry
    }
}
