package import DatasyncEngine

/// Which events to subscribe to, or which one was received: then exactly one flag is set.
public enum DatasyncEventType: Sendable, Equatable {
    /// Events of the node as a whole.
    case value(change: Bool = false, withoutData: Bool = false, acknowledgement: Bool = false)
    /// Events of the children of the node.
    case child(addition: Bool = false, change: Bool = false, removal: Bool = false, acknowledgement: Bool = false)

    /// The value changed.
    public static let valueChange = DatasyncEventType.value(change: true)
    /// The value that was conveyed last is acknowledged.
    public static let valueAcknowledgement = DatasyncEventType.value(acknowledgement: true)
    /// Both events of the value.
    public static let valueEvent = DatasyncEventType.value(change: true, acknowledgement: true)
    /// A child was added.
    public static let childAddition = DatasyncEventType.child(addition: true)
    /// A child changed.
    public static let childChange = DatasyncEventType.child(change: true)
    /// A child was removed.
    public static let childRemoval = DatasyncEventType.child(removal: true)
    /// What was conveyed last of a child is acknowledged.
    public static let childAcknowledgement = DatasyncEventType.child(acknowledgement: true)
    /// All four events of children.
    public static let childEvent = DatasyncEventType.child(
        addition: true, change: true, removal: true, acknowledgement: true)

    package var interest: Interest {
        switch self {
        case .value(let change, let withoutData, let acknowledgement):
            Self.interest([(change || withoutData, .valueChange), (acknowledgement, .valueAcknowledgement)])
        case .child(let addition, let change, let removal, let acknowledgement):
            Self.interest([
                (addition, .childAddition), (change, .childChange), (removal, .childRemoval),
                (acknowledgement, .childAcknowledgement),
            ])
        }
    }

    var hidesData: Bool {
        if case .value(_, let withoutData, _) = self { withoutData } else { false }
    }

    private static func interest(_ flags: [(Bool, Interest)]) -> Interest {
        Interest(flags.filter(\.0).map(\.1))
    }

    /// The events of a kind that one event can be of.
    private static let atomic: [DatasyncEventType] = [
        .valueChange, .valueAcknowledgement, .childAddition, .childChange, .childRemoval, .childAcknowledgement,
    ]

    package init(_ kind: Event.Kind) { self = Self.atomic.first { $0.interest == Interest(kind) } ?? .valueChange }
}

extension DatasyncEventType: CustomStringConvertible {
    /// The names of the events.
    public var description: String { interest.description }
}

extension DatasyncEventType: CustomDebugStringConvertible {
    /// The description after the name of the type.
    public var debugDescription: String { "DatasyncEventType(\(description))" }
}
