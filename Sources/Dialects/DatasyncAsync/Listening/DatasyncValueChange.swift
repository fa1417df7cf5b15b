import DatasyncClient

/// A change of the value of the node.
public struct DatasyncValueChange: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.valueChange
    /// The new value.
    public let value: DatasyncValue

    /// Creates the typed event from a value change; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .valueChange = event.eventType else { return nil }
        value = event.value
    }
}

extension DatasyncValueChange: CustomStringConvertible {
    /// The path, the acknowledgement status and the value.
    public var description: String { "DatasyncValueChange(\(value.value))" }
}
