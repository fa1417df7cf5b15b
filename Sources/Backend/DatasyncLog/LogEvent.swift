/// An event that a follower of a log receives.
public enum LogEvent: Sendable {
    /// The next records, in order and without a gap; never empty.
    case records([LogRecord])
    /// The records after the follower's position are no longer available; the last event of the subscription.
    ///
    /// Load the latest snapshot, and follow after its position.
    case mustReload
    /// The log cannot be read or written right now; the subscription continues when it can.
    case unavailable(reason: String)
    /// The log has grown enough since the latest snapshot to ask for another; following the request is optional.
    ///
    /// Store a snapshot of the state at any position that the follower has received.
    case snapshotDue
}

extension LogEvent: CustomStringConvertible {
    /// The case, with the first and last position of records.
    public var description: String {
        switch self {
        case .records(let records):
            guard let first = records.first, let last = records.last else { return "records()" }
            return "records(\(first.position) to \(last.position))"
        case .mustReload: return "mustReload"
        case .unavailable(let reason): return "unavailable(\(reason))"
        case .snapshotDue: return "snapshotDue"
        }
    }
}
