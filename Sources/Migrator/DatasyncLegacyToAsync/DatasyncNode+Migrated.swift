public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
import Dispatch
public import MigrationSupport

extension DatasyncNode: MigratedNode {
    /// The snapshots that closures receive, of events and of read values.
    public typealias AnySnapshot = any DatasyncSnapshot
    /// The events of subscriptions by name.
    public typealias NamedEvent = DatasyncEvent
    /// The subscriptions by name.
    public typealias NamedSubscription = DatasyncSubscription
    /// The models of live objects and collections with string events.
    public typealias LiveModel = DatasyncValue

    /// The operations of the async dialect on which the shared members are built.
    public var migrationSupport: NodeSupport<DatasyncNode> {
        NodeSupport(
            location: location, legacy: legacy, node: { self.node($0) },
            model: { [application] in DatasyncValue($0, of: application) }, handle: \.handle,
            subscribe: { $0.subscribe() })
    }
}

extension NamedSubscriber<DatasyncNode> {
    /// Makes a subscription for the manager; reports an invalid argument as a revocation.
    fileprivate func subscribe() -> DatasyncSubscription {
        let client = query.node.location.client
        let interest: Interest
        do throws(WebcomError) {
            interest = try events.interest()
        } catch {
            client.deliveryQueue(queue).post { [revoked] in
                if let revoked { revoked(error) } else { client.diagnose(error) }
            }
            return DatasyncSubscription(.value(), file: #fileID, line: #line)
        }
        let onEvent: @Sendable (DatasyncEvent) -> Void = { [callback, isOnce] event in
            if isOnce { event.subscription.cancel() }
            callback(event, event.previousChildKey)
        }
        return query.node.listen(
            to: DatasyncEventType(interest), file: #fileID, line: #line, queue: queue ?? client.defaultQueue,
            window: { () throws(WebcomError) in try query.legacy.window() }, onEvent: onEvent,
            onCompletion: whenRevoked(queued: revoked))
    }
}

extension DatasyncEventType {
    /// Creates the event type for an interest whose events belong to one family.
    fileprivate init(_ interest: Interest) {
        self =
            interest.isDisjoint(with: .valueFamily)
            ? .child(
                addition: interest.contains(.childAddition), change: interest.contains(.childChange),
                removal: interest.contains(.childRemoval), acknowledgement: interest.contains(.childAcknowledgement),
                move: interest.contains(.childMove))
            : .value(
                change: interest.contains(.valueChange), acknowledgement: interest.contains(.valueAcknowledgement))
    }
}
