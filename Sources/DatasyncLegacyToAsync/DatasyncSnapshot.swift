public import DatasyncAsync

/// A value and what it was received for: events and values that were read alike.
///
/// For code of the dialect of string events, whose one type of snapshot is both. New code names ``DatasyncEvent`` or
/// ``DatasyncValue``; nothing else is meant to conform.
public protocol DatasyncSnapshot: Sendable, CustomStringConvertible {
    /// The value: of child events that of the child.
    var located: DatasyncValue { get }
    /// What happened; `nil` for values that were read.
    var receivedEvent: DatasyncEventType? { get }
    /// The node: of child events the child.
    ///
    /// It has the manager that the event came by; that of a value, or where that one is gone, is the standing one.
    var reference: DatasyncNode { get }
}

extension DatasyncValue: DatasyncSnapshot {
    /// The value itself.
    public var located: DatasyncValue { self }
    /// No event: it was read.
    public var receivedEvent: DatasyncEventType? { nil }
    /// The node that the value was read from, of the standing manager.
    public var reference: DatasyncNode {
        DatasyncNode(standingAt: value.location, of: application)
    }
}

extension DatasyncEvent: DatasyncSnapshot {
    /// The value of the event.
    public var located: DatasyncValue { value }
    /// What happened.
    public var receivedEvent: DatasyncEventType? { eventType }
    /// The child, or the node for value events; of the manager that it came by, or of the standing one once that is
    /// gone.
    public var reference: DatasyncNode { node ?? value.reference }
}
