public import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import DatasyncTree

/// A node with a window over its children, for legacy code that stores queries in variables.
///
/// The callback dialect passes a constraint to each call instead. Where all calls use the same window, replace the
/// query with a node and a constraint. Create queries with ``limited(to:)``, ``starting(at:)``, ``ending(at:)`` and
/// ``equal(to:)``.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// latest.subscription(Webcom.Event.Child, callback)
/// ```
public struct Query: Sendable, Hashable {
    let node: Webcom.ServerlessDbNode
    let legacy: DatasyncLegacy.Query

    /// Returns the node of the query.
    public func ref() -> Webcom.ServerlessDbNode { node }

    func with(_ legacy: DatasyncLegacy.Query) -> Query { Query(node: node, legacy: legacy) }
}
