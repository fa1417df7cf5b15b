import DatasyncLog

/// The beginning, the connections and the reads that wait until this server has applied all that was acknowledged before.
///
/// One question to the log is on its way at a time; what arrives meanwhile waits for the next one.
struct LatestWaits: Sendable {
    enum Waiter: Hashable, Sendable {
        /// The beginning of this server, by its number.
        case start(Int)
        case session(SessionID)
        /// A read without a session, by a number of the shell.
        case read(Int)
    }

    /// The waiters for which the log has not been asked.
    private var new: [Waiter] = []
    /// The waiters for which it is being asked.
    private var asked: [Waiter]?
    /// The waiters for which the position is known.
    private var behind: [(position: LogPosition, waiters: [Waiter])] = []

    mutating func add(_ waiter: Waiter) { new.append(waiter) }

    /// Begins the next question, if one is needed.
    ///
    /// - Parameter start: The beginning that must be among the waiters; `nil` if any waiter may ask.
    /// - Returns: Whether the shell must ask.
    mutating func beginQuestion(with start: Int?) -> Bool {
        guard asked == nil, start.map({ new.contains(.start($0)) }) ?? !new.isEmpty else { return false }
        asked = new
        new = []
        return true
    }

    /// Returns the waiters of the question that need not wait, as the log is at a position.
    mutating func answered(_ latest: LogPosition?, at position: LogPosition?) -> [Waiter] {
        let waiters = asked.take() ?? []
        guard let latest, position.map({ $0 < latest }) ?? true, latest.number > 0 else { return waiters }
        behind.append((latest, waiters))
        return []
    }

    /// Repeats the question later, because the log could not answer.
    mutating func failed() { new = (asked.take() ?? []) + new }

    /// Returns the waiters whose position has been reached.
    mutating func reached(_ position: LogPosition) -> [Waiter] {
        if behind.isEmpty { return [] }
        let reached = behind.filter { $0.position <= position }
        behind.removeAll { $0.position <= position }
        return reached.flatMap(\.waiters)
    }
}
