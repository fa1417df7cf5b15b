/// The place of a record in the log of one namespace.
///
/// Numbers are dense: the first record of a namespace has number 1, each later one the next number. A log has one
/// incarnation at a time, shared by all its records and snapshots. It starts a later incarnation when records that
/// followers may have received can be missing; a position of an earlier incarnation is then useless, and its owner
/// loads a snapshot.
public struct LogPosition: Hashable, Sendable {
    /// The incarnation of the log; a later one has a larger number.
    public let incarnation: UInt64
    /// The number of the record in its namespace, from 1; 0 is the position before the first record.
    public let number: UInt64

    /// Creates a position from the incarnation of a log and the number of a record.
    public init(incarnation: UInt64, number: UInt64) {
        self.incarnation = incarnation
        self.number = number
    }
}

extension LogPosition: Comparable {
    /// Returns whether a position is before another one; a later incarnation is after all positions of an earlier one.
    public static func < (left: LogPosition, right: LogPosition) -> Bool {
        (left.incarnation, left.number) < (right.incarnation, right.number)
    }
}

extension LogPosition: CustomStringConvertible {
    /// The incarnation and the number, with a hyphen between them.
    public var description: String { "\(incarnation)-\(number)" }
}
