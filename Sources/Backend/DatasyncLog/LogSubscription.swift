/// A subscription to the records of a ``CommitLog``.
public protocol LogSubscription: Sendable {
    /// Cancels the subscription; no effect if already cancelled.
    ///
    /// After it has returned, the log starts no further call of the closure. A call that has already started on another
    /// thread may still be running.
    func cancel()
}
