package import DatasyncClient
package import DatasyncLegacy

/// The operations of a dialect on which the members of ``MigratedNode`` and ``NodeOrQuery`` are built.
///
/// The module of a dialect creates it; programs do not need it.
public struct NodeSupport<Node: MigratedNode>: Sendable {
    let location: Location
    let legacy: Webcom
    let node: @Sendable (Location) -> Node
    let model: @Sendable (DataSnapshot) -> Node.LiveModel
    let handle: @Sendable (Node.NamedSubscription) -> SubscriptionHandle?
    let subscribe: @Sendable (NamedSubscriber<Node>) -> Node.NamedSubscription

    /// Creates the operations of a dialect for one node.
    ///
    /// - Parameters:
    ///   - location: The location of the node.
    ///   - legacy: The node in the legacy dialect.
    ///   - node: Returns the node at another location.
    ///   - model: Returns the model for a snapshot of a live object.
    ///   - handle: Returns the handle of a subscription; `nil` if it was refused.
    ///   - subscribe: Makes a subscription by name; reports an error as a revocation.
    package init(
        location: Location, legacy: Webcom, node: @escaping @Sendable (Location) -> Node,
        model: @escaping @Sendable (DataSnapshot) -> Node.LiveModel,
        handle: @escaping @Sendable (Node.NamedSubscription) -> SubscriptionHandle?,
        subscribe: @escaping @Sendable (NamedSubscriber<Node>) -> Node.NamedSubscription
    ) {
        self.location = location
        self.legacy = legacy
        self.node = node
        self.model = model
        self.handle = handle
        self.subscribe = subscribe
    }
}
