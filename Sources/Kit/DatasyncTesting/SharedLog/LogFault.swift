/// A fault between one back end and a log that it shares with others, at one of its appends.
package enum LogFault: String, Sendable, CaseIterable {
    /// The append is not stored, and reported as lost.
    case lostAppend
    /// The append is reported as lost, but a new incarnation of the log has it.
    case unknownOutcome
    /// The append, and those after it, are stored late.
    case lateAppend
    /// The entries are stored twice.
    case storedTwice
    /// The entries are stored again after the next append, as by a retry that comes late.
    case storedAgain
    /// The log loses its last records, acknowledged ones too, and begins a new incarnation.
    case lostTail
    /// The back end receives the records late.
    case lateRecords
    /// The log says that it is unavailable, and goes on after a while.
    case unavailable
    /// Nothing is stored or delivered for longer than a request waits.
    case away
    /// The subscription ends, and the back end must read the log again.
    case reload
    /// The same, and reading fails twice.
    case failedRead
    /// A snapshot is stored, and the back end must read the log again.
    case reloadFromSnapshot
    /// A snapshot cannot be stored, and the back end must read the log again.
    case failedSnapshot
    /// The latest position is not known.
    case unknownPosition
    /// The back end stops before the entries are stored.
    case stoppedBefore
    /// The back end stops after the entries were stored, before it receives them.
    case stoppedAfter
    /// The back end is suspended until others have ended its run.
    case suspended

    /// The time of an outage in milliseconds; longer than the ten seconds that a request waits.
    static let outage = 11_000
    /// The time of other delays in milliseconds.
    static let delay = 300

    /// Whether acknowledged writes may be lost.
    var mayLose: Bool { self == .lostTail }

    /// Whether every back end must read the log again.
    var reachesAll: Bool { self == .lostTail || self == .unknownOutcome }

    /// Whether the back end never returns.
    var stops: Bool { self == .stoppedBefore || self == .stoppedAfter }

    /// Whether sessions without entries on their way end too.
    var endsSessions: Bool { stops || self == .suspended || self == .away }

    /// The first append at which the fault is possible; a back end that stops at its first one has no client yet.
    package var first: Int { stops || self == .suspended ? 2 : 1 }
}

extension LogFault: CustomStringConvertible {
    /// The name of the case.
    package var description: String { rawValue }
}
