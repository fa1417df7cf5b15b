import DatasyncClient

/// A typed event, with only the properties that its kind of event has.
///
/// ```swift
/// for try await addition in node.events(of: DatasyncChildAddition.self) { print(addition.key, addition.value) }
/// ```
public protocol DatasyncTypedEvent: Sendable {
    /// The events to subscribe to.
    static var eventType: DatasyncEventType { get }
    /// Creates the typed event; `nil` for an event of another kind.
    init?(_ event: DatasyncEvent)
}

/// A change of the value of the node, without the value.
public struct DatasyncValueChangeHidingData: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.value(change: true, withoutData: true)
    /// Whether the back end has acknowledged the change.
    public let isAcknowledged: Bool
    /// Whether the node has data; `false` after a removal.
    public let exists: Bool

    /// Creates the typed event from a value change; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .valueChange = event.eventType else { return nil }
        isAcknowledged = event.acked
        exists = event.value.exists
    }
}

/// The acknowledgement of the last delivered state of a child.
public struct DatasyncChildAcknowledgement: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childAcknowledgement
    /// The key of the child.
    public let key: WebcomKey
    /// The value of the child; null for a removal.
    public let value: DatasyncValue
    /// The key of the preceding child; `nil` for the first child, and for a removal.
    public let previousChildKey: WebcomKey?

    /// Creates the typed event from the acknowledgement of a child; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .childAcknowledgement = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

extension DatasyncValueChangeHidingData: CustomStringConvertible {
    /// Whether the change is acknowledged.
    public var description: String { "DatasyncValueChangeHidingData(\(isAcknowledged ? "acknowledged" : "local"))" }
}

extension DatasyncChildAcknowledgement: CustomStringConvertible {
    /// The path and the value of the child, and the preceding key.
    public var description: String {
        "DatasyncChildAcknowledgement(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))"
    }
}
