public import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
public import MigrationSupport

extension Webcom.ServerlessDbNode: MigratedNode {
    /// The snapshots that closures receive, of events and of read values.
    public typealias AnySnapshot = Webcom.DataSnapshot
    /// The events of subscriptions by name.
    public typealias NamedEvent = Webcom.DataSnapshot
    /// The subscriptions by name.
    public typealias NamedSubscription = Webcom.Subscription
    /// The models of live objects and collections with string events.
    public typealias LiveModel = Webcom.DataSnapshot

    /// The operations of the callback dialect on which the shared members are built.
    public var migrationSupport: NodeSupport<Webcom.ServerlessDbNode> {
        NodeSupport(
            location: location, legacy: legacy, node: { Webcom.ServerlessDbNode(location: $0) },
            model: { Webcom.DataSnapshot($0) }, handle: \.handle, subscribe: { $0.subscribe() })
    }
}

extension NamedSubscriber<Webcom.ServerlessDbNode> {
    /// Subscribes through the legacy dialect.
    fileprivate func subscribe() -> Webcom.Subscription {
        let converted: DatasyncLegacy.Query.EventCallback = { [callback] in callback(Webcom.DataSnapshot($0), $1) }
        let listener =
            isOnce
            ? query.legacy.once(events, queue: queue, converted, revoked: revoked)
            : query.legacy.on(events, queue: queue, converted, revoked: revoked)
        return Webcom.Subscription(client: query.node.location.client, handle: listener.handle, node: query.node)
    }
}
