/// The policy for making a journal's entries durable.
public enum SyncPolicy: Hashable, Sendable {
    /// Syncs each batch before its records are delivered: a delivered record is never lost.
    case everyCommit
    /// Delivers records at once, and syncs within a number of milliseconds.
    ///
    /// A power failure loses the records of that time; the log then starts a new incarnation.
    case interval(milliseconds: Int)
    /// Delivers records at once, and lets the system decide when to write.
    ///
    /// The log starts a new incarnation after every end of the process without ``JournalLog/close()``.
    case never

    var code: UInt8 {
        switch self {
        case .everyCommit: 0
        case .interval: 1
        case .never: 2
        }
    }
}

extension SyncPolicy: CustomStringConvertible {
    /// The name of the case, with its interval.
    public var description: String {
        switch self {
        case .everyCommit: "everyCommit"
        case .interval(let milliseconds): "interval(milliseconds: \(milliseconds))"
        case .never: "never"
        }
    }
}
