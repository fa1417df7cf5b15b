/// An ordered log per namespace; the shared state of a back end changes only through it.
///
/// A back end appends entries and applies the records that it receives as a follower; appending alone changes nothing. In
/// memory, use ``MemoryLog``. You can implement the protocol over any store that keeps an order; test your implementation
/// with `CommitLogSuite` of `DatasyncTesting`:
///
/// ```swift
/// try await CommitLogSuite { MyLog() }.check()
/// ```
///
/// All functions may be called from any thread, and from the closures that the log calls.
public protocol CommitLog: Sendable {
    /// Appends entries, in the order of the calls for a namespace.
    ///
    /// Returns at once; a follower sees the success. The entries of one call have consecutive numbers, and either all
    /// of them appear or none. A log that retries after a failure may store an entry twice; a back end recognises the
    /// second one by its number.
    ///
    /// - Parameters:
    ///   - entries: The entries; no effect if empty.
    ///   - namespace: The namespace to append to.
    ///   - lost: The closure to call, at most once and on any thread, with the reason why the outcome is unknown. After the
    ///     call, no follower of this incarnation receives these entries. It is not called for entries that appeared.
    func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void)

    /// Delivers the records after a position, then each new record, in order and without a gap.
    ///
    /// The log makes one call at a time for a subscription, and makes the next one only after `receive` has returned;
    /// it holds no lock during a call. A slow follower therefore slows down its own subscription, and in some logs all
    /// appends. Appends made in `receive` are accepted and delivered later.
    ///
    /// - Parameters:
    ///   - namespace: The namespace to follow.
    ///   - position: The position after which the records begin; `nil` is the position before the first record. If the
    ///     next record is no longer available, or the position is in another incarnation or in the future, the only event
    ///     is ``LogEvent/mustReload``.
    ///   - receive: The closure to call with each event, on any thread.
    /// - Returns: The subscription, which continues until it is cancelled.
    func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription

    /// Returns the snapshot with the highest position, in the current incarnation; `nil` if none was stored.
    ///
    /// - Throws: ``LogError``, or an error of the store, if the snapshot cannot be read.
    func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot?

    /// Stores a snapshot, after which the log may discard the records up to its position.
    ///
    /// No effect if a snapshot with the same or a higher position is stored.
    ///
    /// - Throws: ``LogError`` `invalidPosition` if the position is of another incarnation or after the last record;
    ///   another error if the snapshot cannot be stored; the earlier one then remains.
    func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws

    /// Returns a position that has every append acknowledged before the call.
    ///
    /// A back end begins once it has applied the record at this position. If it shares the log, it also waits for it before
    /// it greets a connection, so that a client reads its own writes, and never goes back in time, whichever back end it
    /// connects to.
    ///
    /// - Returns: The position, with number 0 if the log has no record; `nil`, the default, if the log cannot say. A back
    ///   end then appends an entry when it begins, and assumes it has every acknowledged entry.
    /// - Throws: ``LogError``, or an error of the store, if the position is not known now.
    func latestPosition(of namespace: LogNamespace) async throws -> LogPosition?

    /// Returns the time of the clock that gives records their times, which all servers of the log have in common.
    ///
    /// A server with this log uses it in place of its own clock, for instance for rules and for the expiry of tokens.
    ///
    /// - Returns: The time; `nil`, the default, if the log has no such clock.
    func currentTime() -> LogTime?
}

extension CommitLog {
    /// Returns `nil`: the log cannot say.
    public func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? { nil }

    /// Returns `nil`: the log has no clock for servers.
    public func currentTime() -> LogTime? { nil }
}
