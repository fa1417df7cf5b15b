import DatasyncClient

/// A change of the value of a child.
public struct DatasyncChildChange: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childChange
    /// The key of the child.
    public let key: WebcomKey
    /// The new value of the child.
    public let value: DatasyncValue
    /// The key of the preceding child; `nil` for the first child.
    public let previousChildKey: WebcomKey?

    /// Creates the typed event from a child change; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .childChange = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

extension DatasyncChildChange: CustomStringConvertible {
    /// The path, the acknowledgement status and the value of the child, and the preceding key.
    public var description: String {
        "DatasyncChildChange(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))"
    }
}
