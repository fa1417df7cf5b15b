import DatasyncClient

/// The move of a child to another place in the order of the constraint; a ``DatasyncChildChange`` follows.
public struct DatasyncChildMove: DatasyncTypedEvent {
    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childMove
    /// The key of the child.
    public let key: WebcomKey
    /// The new value of the child.
    public let value: DatasyncValue
    /// The key of the child that now precedes it; `nil` for the first child.
    public let previousChildKey: WebcomKey?

    /// Creates the typed event from a child move; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        guard case .childMove = event.eventType else { return nil }
        (key, value, previousChildKey) = (event.key, event.value, event.previousChildKey)
    }
}

extension DatasyncChildMove: CustomStringConvertible {
    /// The path, the acknowledgement status and the value of the child, and the preceding key.
    public var description: String {
        "DatasyncChildMove(\(value.value)\(previousChildKey.map { ", after \($0)" } ?? ""))"
    }
}
