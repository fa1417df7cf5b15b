/// An entry with its position and time, which are the same for every follower.
public struct LogRecord: Hashable, Sendable {
    /// The position in the log of the namespace.
    public let position: LogPosition
    /// The log's time; never before the time of the namespace's previous record.
    public let time: LogTime
    /// The entry as it was appended.
    public let entry: LogEntry

    /// Creates a record.
    public init(position: LogPosition, time: LogTime, entry: LogEntry) {
        self.position = position
        self.time = time
        self.entry = entry
    }
}

extension LogRecord: CustomStringConvertible {
    /// The position, the time and the entry without its content.
    public var description: String { "\(position) at \(time): \(entry)" }
}
