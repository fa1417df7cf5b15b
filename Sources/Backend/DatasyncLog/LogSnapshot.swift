/// The state of a namespace after the record at a position.
public struct LogSnapshot: Sendable {
    /// The position of the last record that the state contains.
    public let position: LogPosition
    /// The time of that record, so that later records never have an earlier time.
    public let time: LogTime
    /// The state, in the form of the back end.
    public let body: SnapshotBody

    /// Creates a snapshot.
    ///
    /// - Parameters:
    ///   - position: The position of the last record that the state contains.
    ///   - time: The time of that record.
    ///   - body: The state, in the form of the back end.
    public init(position: LogPosition, time: LogTime, body: SnapshotBody) {
        self.position = position
        self.time = time
        self.body = body
    }
}

extension LogSnapshot: CustomStringConvertible {
    /// The position and the time.
    public var description: String { "snapshot at \(position), \(time)" }
}

extension SnapshotBody.Iterator: CustomStringConvertible {
    /// A fixed text, because only a pass reads the bytes.
    public var description: String { "pass over a snapshot body" }
}
