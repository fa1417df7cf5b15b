import DatasyncClient

/// The addition of a child.
public struct DatasyncChildAddition: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childAddition
    /// The key of the child.
    public let key: WebcomKey
    /// The value of the child.
    public let value: DatasyncValue
    /// The key of the preceding child; `nil` for the first child.
    public let previousChildKey: WebcomKey?

    /// Creates the typed event from a child addition; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .childAddition = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

extension DatasyncChildAddition: CustomStringConvertible {
    /// The path, the acknowledgement status and the value of the child, and the preceding key.
    public var description: String {
        "DatasyncChildAddition(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))"
    }
}
