/// The path of a node: the keys from the root down.
@usableFromInline
package struct Path: Sendable {
    @usableFromInline let keys: ArraySlice<Key>

    @usableFromInline package static let root = Path([])

    package init(_ keys: [Key]) { self.keys = keys[...] }

    @inlinable init(slice: ArraySlice<Key>) { keys = slice }

    @inlinable package var isRoot: Bool { keys.isEmpty }
    @inlinable package var count: Int { keys.count }
    @inlinable package var first: Key? { keys.first }

    @inlinable package subscript(depth: Int) -> Key { keys[keys.startIndex + depth] }

    @inlinable package var last: Key? { keys.last }

    /// The path without its first key: the remaining path after one step down.
    @inlinable package var tail: Path { Path(slice: keys.dropFirst()) }

    /// The path one level up, or `nil` for the root.
    package var parent: Path? { keys.isEmpty ? nil : Path(slice: keys.dropLast()) }

    /// Returns the path without its first keys.
    @inlinable package func dropping(_ count: Int) -> Path { Path(slice: keys.dropFirst(count)) }

    /// Returns the path of the first keys only.
    package func keeping(_ count: Int) -> Path { Path(slice: keys.prefix(count)) }

    @inlinable package func child(_ key: Key) -> Path { Path(slice: keys + [key]) }

    package func appending(_ other: Path) -> Path {
        other.isRoot ? self : isRoot ? other : Path(slice: keys + other.keys)
    }

    /// The path of the node that a write changes: without a trailing `.priority`.
    package var nodePath: Path { last?.isPriority == true ? Path(slice: keys.dropLast()) : self }

    /// Returns this path relative to `ancestor`, or `nil` if it is not at or below `ancestor`.
    package func relative(to ancestor: Path) -> Path? {
        keys.starts(with: ancestor.keys) ? Path(slice: keys.dropFirst(ancestor.count)) : nil
    }

    /// Returns the number of keys that both paths begin with.
    package func commonCount(with other: Path) -> Int {
        var depth = 0
        while depth < count, depth < other.count, self[depth] == other[depth] { depth += 1 }
        return depth
    }

    package func isAtOrBelow(_ ancestor: Path) -> Bool { keys.starts(with: ancestor.keys) }

    /// Returns whether this path precedes another in plain text order.
    ///
    /// The order compares key by key, ancestors first. Siblings are visited in this order.
    package func isTextuallyBefore(_ other: Path) -> Bool {
        keys.lexicographicallyPrecedes(other.keys) { $0.isTextuallyBefore($1) }
    }

    /// The keys joined by `/`, without a leading `/`: the form that pushes and test vectors use.
    package var relativeText: String { keys.map(\.text).joined(separator: "/") }
}

extension Path: Hashable {}

extension Path: Sequence {
    @inlinable package func makeIterator() -> IndexingIterator<ArraySlice<Key>> { keys.makeIterator() }
}

extension Path: CustomStringConvertible {
    /// The absolute text form, `/` for the root.
    @usableFromInline package var description: String { "/" + relativeText }
}

extension Path {
    /// Returns the step of a merge that applies a part: values come first, then nulls, then priorities.
    ///
    /// A node that is empty in between would lose its priority.
    package func mergeStep(of node: Node) -> Int { last?.isPriority == true ? 2 : node.isNull ? 1 : 0 }
}
