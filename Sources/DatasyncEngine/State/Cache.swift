package import DatasyncTree

/// What is known of a node: a value, and how much of the truth it is.
package struct Cache: Sendable {
    package var node: Node
    /// Whether all of it is known: of the whole node, or of what is inside the window when it is filtered.
    package var isComplete: Bool
    /// Whether only what is inside a window is known.
    package var isFiltered: Bool

    package static let unknown = Cache(node: .null, isComplete: false, isFiltered: false)

    /// Whether the cache holds the whole truth: what is absent is null.
    package var isWhole: Bool { isComplete && !isFiltered }

    /// Whether a child is known: everything is, or the child is there.
    package func knows(_ key: Key) -> Bool { isWhole || !node[key].isNull }

    /// Whether what is at a path is known.
    package func knows(_ path: Path) -> Bool { path.first.map(knows) ?? isWhole }
}
