public import DatasyncCallback
import MigrationSupport

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

extension Webcom.ServerlessDbNode: Listenable {}

extension Query: Listenable {}
