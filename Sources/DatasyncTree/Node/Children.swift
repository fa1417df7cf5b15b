/// The children of a node in key order, with the totals for the limits.
package struct Children: Sendable {
    private(set) var map = OrderedMap<Key, Node>()
    /// The size of all children in bytes: values, names, and four bytes each for quotes, colon and comma.
    package private(set) var size = 0
    /// The sum of the lengths of the names in UTF-8 bytes.
    package private(set) var keyBytes = 0

    package init() {}

    /// Creates children from entries with distinct keys in any order; null values are skipped.
    package init(_ entries: [(Key, Node)]) {
        let sorted = entries.filter { !$0.1.isNull }.sorted { $0.0 < $1.0 }
        map = OrderedMap(sorted: sorted)
        for (key, value) in sorted { count(key, from: nil, to: value.size) }
    }

    package var isEmpty: Bool { map.isEmpty }
    package var count: Int { map.count }
    package var first: (key: Key, value: Node)? { map.first }
    package var last: (key: Key, value: Node)? { map.last }
    package var keys: [Key] { map.keys }

    package subscript(key: Key) -> Node { map[key] ?? .null }

    package func contains(_ key: Key) -> Bool { map.contains(key) }

    /// Edits a child in place; an absent child is passed as null, and null removes the child.
    package mutating func modify(_ key: Key, _ body: (inout Node) -> Void) {
        var sizes: (before: Int, after: Int, isNull: Bool)?
        map.modify(key) { child in
            let before = child.size
            body(&child)
            sizes = (before, child.size, child.isNull)
        }
        if let sizes {
            count(key, from: sizes.before, to: sizes.isNull ? nil : sizes.after)
            if sizes.isNull { map.removeValue(for: key) }
        } else {
            var child = Node.null
            body(&child)
            if !child.isNull {
                map.set(child, for: key)
                count(key, from: nil, to: child.size)
            }
        }
    }

    package mutating func set(_ value: Node, for key: Key) { modify(key) { $0 = value } }

    package func entry(before key: Key) -> (key: Key, value: Node)? { map.entry(before: key) }
    package func entry(after key: Key) -> (key: Key, value: Node)? { map.entry(after: key) }
    package func entries(from start: Key?) -> OrderedMapIterator<Key, Node> { map.entries(from: start) }
    package func entriesBackwards(from start: Key?) -> OrderedMapIterator<Key, Node> {
        map.entriesBackwards(from: start)
    }
    package func isIdentical(to other: Children) -> Bool { map.isIdentical(to: other.map) }

    /// Visits the children that differ, in key order; shared parts are skipped.
    package func forEachDifference(from old: Children, _ visit: (Key, _ old: Node, _ new: Node) -> Void) {
        map.forEachDifference(from: old.map) { key, old, new in
            let (old, new) = (old ?? .null, new ?? .null)
            if old != new { visit(key, old, new) }
            return true
        }
    }

    private mutating func count(_ key: Key, from before: Int?, to after: Int?) {
        let name = key.text.utf8.count
        if let before {
            size -= before + name + 4
            keyBytes -= name
        }
        if let after {
            size += after + name + 4
            keyBytes += name
        }
    }
}

extension Children: Sequence {
    package func makeIterator() -> OrderedMapIterator<Key, Node> { map.makeIterator() }
    package var underestimatedCount: Int { count }
}

extension Children: Equatable {
    package static func == (left: Children, right: Children) -> Bool {
        left.count == right.count && left.size == right.size
            && left.map.forEachDifference(from: right.map) { _, old, new in old == new }
    }
}
