public import DatasyncAsync
import DatasyncClient
import DatasyncLegacy
import DatasyncTree

/// A node with a window over its children, for legacy code that stores queries in variables.
///
/// The async dialect passes a constraint to each call instead. Where all calls use the same window, replace the query
/// with a node and a constraint. Create queries with ``limited(to:)``, ``starting(at:)``, ``ending(at:)`` and
/// ``equal(to:)``.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// latest.subscription(to: .childEvent) { event in print(event.eventType) }
/// ```
public struct Query: Sendable, Hashable {
    let node: DatasyncNode
    let legacy: DatasyncLegacy.Query

    /// Returns the node of the query.
    public func ref() -> DatasyncNode { node }

    func with(_ legacy: DatasyncLegacy.Query) -> Query { Query(node: node, legacy: legacy) }
}
