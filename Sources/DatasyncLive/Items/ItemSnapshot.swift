/// Whether what is there already is told when an item subscription begins.
public enum ItemSnapshot: Sendable, Equatable {
    /// It is not; the first update is the first change.
    case no
    /// It is: of a record its values, of a list all that is in it.
    case yes
    /// It is: of a list of messages the last so many; of other items everything.
    case length(Int)

    var isWanted: Bool { self != .no }

    /// Those of some present messages that are told.
    func cut<Message>(_ messages: [Message]) -> ArraySlice<Message> {
        switch self {
        case .no: []
        case .yes: messages[...]
        case .length(let count): messages.suffix(max(0, count))
        }
    }
}

extension ItemSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with its length.
    public var description: String {
        switch self {
        case .no: "no"
        case .yes: "yes"
        case .length(let count): "length(\(count))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ItemSnapshot.\(description)" }
}
