public import DatasyncAsync

/// The common interface of delivered events and of values that were read.
///
/// It serves code of the legacy dialect, which has one type of snapshot for both. New code names `DatasyncEvent` or
/// `DatasyncValue`; do not add conformances.
///
/// ```swift
/// func show(_ snapshot: any DatasyncSnapshot) {
///     print(snapshot.keyName ?? "root", snapshot.childCount, snapshot.eventName ?? "read")
/// }
/// ```
public protocol DatasyncSnapshot: Sendable, CustomStringConvertible {
    /// The value of the node, or of the child for child events.
    var located: DatasyncValue { get }
    /// The type of the event; `nil` for values that were read.
    var receivedEvent: DatasyncEventType? { get }
    /// The node, or the child for child events.
    ///
    /// The node of an event has the manager of the subscription. The node of a value that was read, or of an event
    /// whose manager is released, has the shared manager: see `DatasyncManager/shared(for:)`.
    var reference: DatasyncNode { get }
}

extension DatasyncValue: DatasyncSnapshot {
    /// The value itself.
    public var located: DatasyncValue { self }
    /// Always `nil`: the value was read.
    public var receivedEvent: DatasyncEventType? { nil }
    /// The node that the value was read from, with the shared manager.
    public var reference: DatasyncNode {
        DatasyncNode(standingAt: value.location, of: application)
    }
}

extension DatasyncEvent: DatasyncSnapshot {
    /// The value of the event.
    public var located: DatasyncValue { value }
    /// The type of the event.
    public var receivedEvent: DatasyncEventType? { eventType }
    /// The node of value events or the child of child events.
    ///
    /// It has the manager of the subscription, or the shared one once that manager is released.
    public var reference: DatasyncNode { node ?? value.reference }
}
