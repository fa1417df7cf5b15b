/// An entry with its position and time, which are the same for every follower.
public struct Record: Hashable, Sendable {
    /// The position in the log of the namespace.
    public let position: Position
    /// The log's time; never before the time of the namespace's previous record.
    public let time: Milliseconds
    /// The entry as it was appended.
    public let entry: Entry

    /// Creates a record.
    public init(position: Position, time: Milliseconds, entry: Entry) {
        self.position = position
        self.time = time
        self.entry = entry
    }
}

extension Record: CustomStringConvertible {
    /// The position, the time and the entry without its content.
    public var description: String { "\(position) at \(time): \(entry)" }
}
