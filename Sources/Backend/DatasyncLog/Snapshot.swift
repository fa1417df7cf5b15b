/// The state of a namespace after the record at a position.
public struct Snapshot: Sendable {
    /// The position of the last record that the state contains.
    public let position: Position
    /// The time of that record, so that later records never have an earlier time.
    public let time: Milliseconds
    /// The state, in the form of the back end.
    public let body: SnapshotBody

    /// Creates a snapshot.
    ///
    /// - Parameters:
    ///   - position: The position of the last record that the state contains.
    ///   - time: The time of that record.
    ///   - body: The state, in the form of the back end.
    public init(position: Position, time: Milliseconds, body: SnapshotBody) {
        self.position = position
        self.time = time
        self.body = body
    }
}

extension Snapshot: CustomStringConvertible {
    /// The position and the time.
    public var description: String { "snapshot at \(position), \(time)" }
}

extension SnapshotBody.Iterator: CustomStringConvertible {
    /// A fixed text, because only a pass reads the bytes.
    public var description: String { "pass over a snapshot body" }
}
