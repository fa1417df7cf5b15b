package import DatasyncLegacy

/// A node with a window over its children, for legacy code that stores queries in variables.
///
/// The new dialects pass a constraint to each call instead. Where all calls use the same window, replace the query with a
/// node and a constraint. Create queries with ``NodeOrQuery/limited(to:)``, ``NodeOrQuery/starting(at:)``,
/// ``NodeOrQuery/ending(at:)`` and ``NodeOrQuery/equal(to:)``.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// latest.subscription(named: "child_added") { snapshot, _ in print(snapshot.keyOrEmpty) }
/// ```
public struct NodeQuery<QueriedNode: MigratedNode>: NodeOrQuery, Hashable {
    package let node: QueriedNode
    package let legacy: DatasyncLegacy.Query

    /// The query itself.
    public var query: NodeQuery<QueriedNode> { self }

    /// Returns the node of the query.
    public func ref() -> QueriedNode { node }

    func with(_ legacy: DatasyncLegacy.Query) -> NodeQuery<QueriedNode> { NodeQuery(node: node, legacy: legacy) }
}
