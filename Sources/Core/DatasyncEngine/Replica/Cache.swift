package import DatasyncTree

/// A node's cached value, and how much of it is known.
package struct Cache: Sendable {
    package var node: Node
    /// Whether the value is complete: for the whole node, or inside the window if filtered.
    package var isComplete: Bool
    /// Whether the cache holds only the children inside a window.
    package var isFiltered: Bool

    package static let unknown = Cache(node: .null, isComplete: false, isFiltered: false)

    /// Whether the cache is complete and unfiltered: a child that it does not hold is null.
    package var isWhole: Bool { isComplete && !isFiltered }

    /// Returns whether a child is known: the cache is complete and unfiltered, or holds the child.
    package func knows(_ key: Key) -> Bool { isWhole || !node[key].isNull }

    /// Returns whether the value at a path is known.
    package func knows(_ path: Path) -> Bool { path.first.map(knows) ?? isWhole }
}
