import DatasyncTree

/// A node before or after a write, with its path: the value of `root`, `data` and `newData`.
struct RuleSnapshot: Sendable {
    let isAfter: Bool
    let path: Path
    let node: Node
}
