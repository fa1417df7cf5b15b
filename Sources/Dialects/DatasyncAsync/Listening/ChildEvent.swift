import DatasyncClient

/// Any event of a child.
public enum ChildEvent: DatasyncTypedEvent {
    /// The child was added.
    case addition(ChildAddition)
    /// The value of the child changed.
    case change(ChildChange)
    /// The child was removed.
    case removal(ChildRemoval)
    /// The child moved to another place in the order of the constraint; its change follows.
    case move(ChildMove)
    /// The back end acknowledged the last delivered state of the child.
    case acknowledgement(ChildAcknowledgement)

    /// The events to subscribe to.
    public static let eventType = DatasyncEventType.childEvent(moves: true)

    /// Creates the typed event from a child event; `nil` for an event of another kind.
    public init?(_ event: DatasyncEvent) {
        let typed =
            ChildAddition(event).map(Self.addition) ?? ChildChange(event).map(Self.change)
            ?? ChildRemoval(event).map(Self.removal) ?? ChildMove(event).map(Self.move)
            ?? ChildAcknowledgement(event).map(Self.acknowledgement)
        guard let typed else { return nil }
        self = typed
    }
}

extension ChildEvent: CustomStringConvertible {
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
