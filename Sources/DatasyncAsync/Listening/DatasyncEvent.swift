import DatasyncClient
package import DatasyncEngine
import DatasyncTree

/// An event of a subscription.
public struct DatasyncEvent: Sendable {
    /// The value: of a removal the old one, null when a removal is acknowledged.
    public let value: DatasyncValue
    /// The key of the child before, inside the constraint; `nil` for the first child, removals and value events.
    public let previousChildKey: WebcomKey?
    /// The subscription it belongs to.
    public let subscription: DatasyncSubscription
    /// What happened.
    public let eventType: DatasyncEventType
    package let origin: DatasyncNode

    package init(_ event: Event, of node: DatasyncNode, subscription: DatasyncSubscription) {
        let shown = LocatedValue(event, of: node.location)
        value = DatasyncValue(
            subscription.eventType.hidesData ? shown.hidden : shown, application: node.application)
        previousChildKey = event.previousKey?.text
        self.subscription = subscription
        eventType = DatasyncEventType(event.kind)
        origin = node
    }

    /// Whether the back end has confirmed what the event conveys.
    public var acked: Bool { value.isAcknowledged }
    /// Whether the back end has confirmed what the event conveys.
    public var isAcknowledged: Bool { value.isAcknowledged }

    /// The key of the child, or of the node for value events.
    public var key: WebcomKey { value.value.location.key }

    /// The child, or the node for value events; `nil` once the manager is gone.
    public var node: DatasyncNode? { origin.manager == nil ? nil : origin.node(value.value.location) }
}

extension DatasyncEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The event, its key and its value.
    public var description: String { "\(eventType) \(key) \(value)" }

    /// The event with the subscription it belongs to.
    public var debugDescription: String { "\(description) (\(subscription.debugDescription))" }
}
