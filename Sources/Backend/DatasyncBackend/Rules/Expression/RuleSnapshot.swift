import DatasyncTree

/// A node before or after a write, with its path: the value of `root`, `data` and `newData`.
struct RuleSnapshot: Sendable {
    let isAfter: Bool
    let node: Node
    /// The number of keys of the evaluated level's path that lead to the node, before the keys of `below`.
    let depth: Int
    let below: Path

    init(isAfter: Bool, node: Node, depth: Int, below: Path = .root) {
        self.isAfter = isAfter
        self.node = node
        self.depth = depth
        self.below = below
    }

    /// Returns the snapshot at a relative path.
    func child(_ relative: Path) -> RuleSnapshot {
        RuleSnapshot(isAfter: isAfter, node: node[relative], depth: depth, below: below.appending(relative))
    }
}
