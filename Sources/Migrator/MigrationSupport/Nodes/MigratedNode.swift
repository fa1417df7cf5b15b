public import DatasyncClient
import DatasyncLegacy

/// A node of a dialect that code rewritten from the legacy dialect uses.
///
/// The members of this protocol replace legacy calls where the dialect itself has no call of the same shape. The dialects'
/// nodes conform to it; do not add conformances.
///
/// ```swift
/// let latest = node.limited(to: 20)
/// let child = node.pushNode(["name": "Ada"])
/// ```
public protocol MigratedNode: NodeOrQuery, Hashable where QueriedNode == Self {
    /// The snapshots that closures receive, of events and of read values.
    associatedtype AnySnapshot: Sendable
    /// The events of subscriptions by name.
    associatedtype NamedEvent: Sendable
    /// The subscriptions by name.
    associatedtype NamedSubscription: Sendable
    /// The models of live objects and collections with string events.
    associatedtype LiveModel: Sendable
    /// The operations of the dialect on which the shared members are built.
    var migrationSupport: NodeSupport<Self> { get }
}

extension MigratedNode {
    /// A closure called once when a write settles: with `nil`, or with the reason why it was reverted.
    public typealias Completion = @Sendable (_ error: WebcomError?) -> Void
    /// The same closure on the main actor.
    public typealias MainCompletion = @MainActor (_ error: WebcomError?) -> Void
    /// A closure called once when a transaction settles.
    ///
    /// It receives the error of a failed transaction, whether the transaction committed, and the final value unless it
    /// failed.
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: AnySnapshot?) -> Void
    /// The same closure on the main actor.
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: AnySnapshot?) -> Void

    /// The query of all children.
    public var query: NodeQuery<Self> { NodeQuery(node: self, legacy: migrationSupport.legacy.query) }

    /// Returns a node below `.info`, which holds data of this client only.
    ///
    /// - Parameter name: The name: `connected` or `serverTimeOffset`.
    /// - Returns: The node.
    public func info(_ name: String) -> Self {
        let support = migrationSupport
        return support.node(support.location.root.relativeOrInfo(".info/\(name)"))
    }
}
