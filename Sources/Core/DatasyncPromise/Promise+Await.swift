import DatasyncConcurrency

extension Promise {
    /// The value of the promise, once it settles; throws the reason when the promise rejects.
    ///
    /// Cancelling the waiting task ends the wait with `CancellationError`. The work behind the promise continues;
    /// ``cancel()`` stops it.
    public var value: Value {
        get async throws { try await result.get() }
    }

    /// The outcome of the promise, value or error, once it settles.
    ///
    /// Cancelling the waiting task ends the wait with a failure that holds `CancellationError`. The work behind the
    /// promise continues; ``cancel()`` stops it. A promise that is already settled returns its outcome even in a
    /// cancelled task.
    public var result: Result<Value, any Error> {
        get async {
            if !resumesOnQueue, let settlement { return settlement }
            let waiter = state.withLock { $0.newWaiter() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    attach(.task(waiter, continuation, resumesOnQueue ? outlet(nil) : nil))
                    // If the task was cancelled before this attach, the handler below found no waiter to withdraw.
                    if Task.isCancelled { stopWaiting(waiter) }
                }
            } onCancel: {
                stopWaiting(waiter)
            }
        }
    }

    private func stopWaiting(_ waiter: UInt64) {
        let handler = state.withLock { $0.withdraw(waiter) }
        _ = handler?.hand(over: .failure(CancellationError()))
    }
}
