import DatasyncClient

/// The removal of a child.
public struct DatasyncChildRemoval: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childRemoval
    /// The key of the child.
    public let key: WebcomKey
    /// The old value of the child.
    public let value: DatasyncValue

    /// Creates the typed event from a child removal; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .childRemoval = event.eventType else { return nil }
        (key, value) = (event.key, event.value)
    }
}

extension DatasyncChildRemoval: CustomStringConvertible {
    /// The path, the acknowledgement status and the old value of the child.
    public var description: String { "DatasyncChildRemoval(\(value.value))" }
}
