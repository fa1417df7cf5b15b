import DatasyncClient

/// Any event of a child.
public enum DatasyncChildEvent: DatasyncTypedEvent {
    /// The child was added.
    case addition(DatasyncChildAddition)
    /// The value of the child changed.
    case change(DatasyncChildChange)
    /// The child was removed.
    case removal(DatasyncChildRemoval)
    /// The child moved to another place in the order of the constraint; its change follows.
    case move(DatasyncChildMove)
    /// The back end acknowledged the last delivered state of the child.
    case acknowledgement(DatasyncChildAcknowledgement)

    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childEvent(moves: true)

    /// Creates the typed event from a child event; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        let typed =
            DatasyncChildAddition(event).map(Self.addition) ?? DatasyncChildChange(event).map(Self.change)
            ?? DatasyncChildRemoval(event).map(Self.removal) ?? DatasyncChildMove(event).map(Self.move)
            ?? DatasyncChildAcknowledgement(event).map(Self.acknowledgement)
        guard let typed else { return nil }
        self = typed
    }
}

extension DatasyncChildEvent: CustomStringConvertible {
    /// The name of the case, with its event.
    public var description: String {
        switch self {
        case .addition(let event): "addition(\(event))"
        case .change(let event): "change(\(event))"
        case .removal(let event): "removal(\(event))"
        case .move(let event): "move(\(event))"
        case .acknowledgement(let event): "acknowledgement(\(event))"
        }
    }
}
