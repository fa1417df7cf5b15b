import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

/// An event of a subscription.
///
/// ```swift
/// node.subscribe(to: .childEvent) { event in
///     if event.eventType == .childAddition { print(event.key, event.value, event.isAcknowledged) }
/// }
/// ```
public struct DatasyncEvent: Sendable {
    /// The value: the old one for a removal, null for the acknowledgement of a removal.
    public let value: DatasyncValue
    /// The subscription that receives the event.
    public let subscription: DatasyncSubscription
    /// The type of the event; exactly one flag is set.
    public let eventType: DatasyncEventType
    package let origin: DatasyncNode
    private let previousKey: Key?

    package init(
        _ event: Event, of node: DatasyncNode, subscription: DatasyncSubscription, order: Order = .priority
    ) {
        let shown = LocatedValue(event, of: node.location, order: order)
        value = DatasyncValue(
            subscription.eventType.hidesData ? shown.hidden : shown, application: node.application)
        previousKey = event.previousKey
        self.subscription = subscription
        eventType = DatasyncEventType(event.kind)
        origin = node
    }

    /// The key of the preceding child inside the constraint.
    ///
    /// It is `nil` for the first child, removals and value events.
    public var previousChildKey: WebcomKey? { previousKey?.text }

    /// Whether the back end has acknowledged the change that the event reports.
    public var acked: Bool { value.isAcknowledged }
    /// Whether the back end has acknowledged the change that the event reports.
    public var isAcknowledged: Bool { value.isAcknowledged }

    /// The key of the child, or of the node for value events.
    public var key: WebcomKey { value.value.location.key }

    /// The child, or the node itself for value events; `nil` once the manager has been released.
    public var node: DatasyncNode? { origin.manager == nil ? nil : origin.node(value.value.location) }
}

extension DatasyncEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The event, its key and its value.
    public var description: String { "\(eventType) \(key) \(value)" }

    /// The event and its subscription.
    public var debugDescription: String { "\(description) (\(subscription.debugDescription))" }
}
