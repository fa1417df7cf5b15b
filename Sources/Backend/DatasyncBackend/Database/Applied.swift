import DatasyncTree
import DatasyncWire

/// The effect of an entry on the shared state.
struct Applied: Sendable {
    /// A change of read rights, after which listens are checked again.
    enum Rights: Sendable {
        case unchanged
        /// The user of a session has changed.
        case ofSession(SessionName)
        /// The rules or limits have changed.
        case ofAll
    }

    var outcome = WriteOutcome.response(.ok)
    /// Whether listeners need the executed writes.
    var isObserved = true
    /// The executed writes, in order, if they are observed.
    var writes: [AppliedWrite] = []
    var rights = Rights.unchanged
    /// A message for the operators of all servers.
    var notice: String?
    /// The sessions that have ended.
    var ended: [SessionName] = []
}

/// The outcome of an entry for its session.
enum WriteOutcome: Sendable {
    /// The response to an entry that was applied now or earlier.
    case response(WriteResult)
    /// The write's number does not follow the client's previous write.
    case gap(expected: UInt64)
    /// The entry has no effect, and no client waits for a response.
    case skipped
}
