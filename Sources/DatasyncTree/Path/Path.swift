/// A place in the tree: the keys from the root down.
package struct Path: Sendable {
    private let keys: ArraySlice<Key>

    package static let root = Path([])

    package init(_ keys: [Key]) { self.keys = keys[...] }

    private init(slice: ArraySlice<Key>) { keys = slice }

    package var isRoot: Bool { keys.isEmpty }
    package var count: Int { keys.count }
    package var first: Key? { keys.first }
    package var last: Key? { keys.last }

    /// The path below the first key: what is left to walk after one step down.
    package var tail: Path { Path(slice: keys.dropFirst()) }

    /// The path one level up; the root has none.
    package var parent: Path? { keys.isEmpty ? nil : Path(slice: keys.dropLast()) }

    /// The path without its first keys.
    package func dropping(_ count: Int) -> Path { Path(slice: keys.dropFirst(count)) }

    /// The path of the first keys alone.
    package func keeping(_ count: Int) -> Path { Path(slice: keys.prefix(count)) }

    package func child(_ key: Key) -> Path { Path(slice: keys + [key]) }

    package func appending(_ other: Path) -> Path {
        other.isRoot ? self : isRoot ? other : Path(slice: keys + other.keys)
    }

    /// What leads from `ancestor` to this path, or `nil` when it is not at or below `ancestor`.
    package func relative(to ancestor: Path) -> Path? {
        keys.starts(with: ancestor.keys) ? Path(slice: keys.dropFirst(ancestor.count)) : nil
    }

    package func isAtOrBelow(_ ancestor: Path) -> Bool { keys.starts(with: ancestor.keys) }

    /// Plain text order, segment by segment, ancestors first: the order in which siblings are visited.
    package func isTextuallyBefore(_ other: Path) -> Bool {
        keys.lexicographicallyPrecedes(other.keys) { $0.isTextuallyBefore($1) }
    }

    /// The keys joined by `/`, without a leading one: the form of pushes and of vectors.
    package var relativeText: String { keys.map(\.text).joined(separator: "/") }
}

extension Path: Hashable {}

extension Path: Sequence {
    package func makeIterator() -> IndexingIterator<ArraySlice<Key>> { keys.makeIterator() }
}

extension Path: CustomStringConvertible {
    /// The absolute text form, `/` for the root.
    package var description: String { "/" + relativeText }
}
