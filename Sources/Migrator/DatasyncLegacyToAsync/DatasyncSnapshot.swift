public import DatasyncAsync

/// The common interface of delivered events and read values.
///
/// It serves legacy code, where one type of snapshot represents both. New code names `DatasyncEvent` or
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
    /// The type of the event; `nil` for read values.
    var receivedEvent: DatasyncEventType? { get }
    /// The node, or the child for child events.
    ///
    /// The node of an event has the subscription's manager. The node of a read value, or of an event whose manager is
    /// released, has the shared manager: see `DatasyncManager/shared(for:)`.
    var reference: DatasyncNode { get }
}

extension DatasyncValue: DatasyncSnapshot {
    /// The value itself.
    public var located: DatasyncValue { self }
    /// Always `nil`: the value was read.
    public var receivedEvent: DatasyncEventType? { nil }
    /// The node from which the value was read, with the shared manager.
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
    /// It has the subscription's manager, or the shared manager once that one is released.
    public var reference: DatasyncNode { node ?? value.reference }
}
