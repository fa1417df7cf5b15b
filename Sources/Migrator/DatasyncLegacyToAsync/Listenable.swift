public import DatasyncAsync
import DatasyncLegacy

/// A node or a query, for legacy code that accepts both.
///
/// New code takes a node and a constraint.
///
/// ```swift
/// func stop(_ source: some Listenable) { source.query.unsubscribeAll() }
/// ```
public protocol Listenable: Sendable {
    /// The node or query as a query.
    var query: Query { get }
}

extension DatasyncNode: Listenable {
    /// The query of all children.
    public var query: Query { Query(node: self, legacy: legacy.query) }
}

extension Query: Listenable {
    /// The query itself.
    public var query: Query { self }
}
