package import DatasyncEngine
import DatasyncTree

/// The events to subscribe to, or the type of a received event.
///
/// The type of a received event has exactly one flag set. `withoutData` requests value changes whose values are hidden.
public enum DatasyncEventType: Sendable, Equatable {
    /// The events of the value of the node.
    case value(change: Bool = false, withoutData: Bool = false, acknowledgement: Bool = false)
    /// The events of the children of the node.
    case child(
        addition: Bool = false, change: Bool = false, removal: Bool = false, acknowledgement: Bool = false,
        move: Bool = false)

    /// Changes of the value.
    public static let valueChange = DatasyncEventType.value(change: true)
    /// Acknowledgements of the last delivered value.
    public static let valueAcknowledgement = DatasyncEventType.value(acknowledgement: true)
    /// Changes and acknowledgements of the value.
    public static let valueEvent = DatasyncEventType.value(change: true, acknowledgement: true)
    /// Additions of children.
    public static let childAddition = DatasyncEventType.child(addition: true)
    /// Changes of the value of a child.
    public static let childChange = DatasyncEventType.child(change: true)
    /// Removals of children.
    public static let childRemoval = DatasyncEventType.child(removal: true)
    /// Acknowledgements of the last delivered state of a child.
    public static let childAcknowledgement = DatasyncEventType.child(acknowledgement: true)
    /// Moves of children to another place in the order of the constraint; a change of the child follows each.
    public static let childMove = DatasyncEventType.child(move: true)
    /// All events of children except moves.
    public static let childEvent = DatasyncEventType.child(
        addition: true, change: true, removal: true, acknowledgement: true)

    /// Returns all events of children, with or without moves.
    ///
    /// - Parameter moves: Whether moves are included.
    /// - Returns: The event type.
    public static func childEvent(moves: Bool) -> DatasyncEventType {
        .child(addition: true, change: true, removal: true, acknowledgement: true, move: moves)
    }

    package var interest: Interest {
        let flags: [(isSet: Bool, interest: Interest)] =
            switch self {
            case .value(let change, let withoutData, let acknowledgement):
                [(change || withoutData, .valueChange), (acknowledgement, .valueAcknowledgement)]
            case .child(let addition, let change, let removal, let acknowledgement, let move):
                [
                    (addition, .childAddition), (change, .childChange), (removal, .childRemoval),
                    (acknowledgement, .childAcknowledgement), (move, .childMove),
                ]
            }
        return Interest(flags.filter(\.isSet).map(\.interest))
    }

    var hidesData: Bool {
        if case .value(_, let withoutData, _) = self { withoutData } else { false }
    }

    package init(_ kind: Event.Kind) {
        self =
            kind.isChild
            ? .child(
                addition: kind == .childAddition, change: kind == .childChange, removal: kind == .childRemoval,
                acknowledgement: kind == .childAcknowledgement, move: kind == .childMove)
            : .value(change: kind == .valueChange, acknowledgement: kind == .valueAcknowledgement)
    }
}

extension DatasyncEventType: CustomStringConvertible {
    /// The names of the events.
    public var description: String { interest.description }
}
