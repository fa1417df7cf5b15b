/// The existing data that an item subscription delivers when it begins.
public enum ItemSnapshot: Sendable, Equatable {
    /// No snapshot; the first update is the first change.
    case no
    /// The values of a record, or all children of a list.
    case yes
    /// The given number of most recent messages of a list; of other items, everything.
    case length(Int)

    var isWanted: Bool { self != .no }

    /// Returns the messages that belong to the snapshot.
    func cut<Message>(_ messages: [Message]) -> ArraySlice<Message> {
        switch self {
        case .no: []
        case .yes: messages[...]
        case .length(let count): messages.suffix(max(0, count))
        }
    }
}

extension ItemSnapshot: CustomStringConvertible {
    /// The name of the case, with its length.
    public var description: String {
        switch self {
        case .no: "no"
        case .yes: "yes"
        case .length(let count): "length(\(count))"
        }
    }
}
