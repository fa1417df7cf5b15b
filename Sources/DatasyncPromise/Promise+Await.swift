import DatasyncConcurrency

extension Promise {
    /// Waits for the value.
    ///
    /// Cancelling the waiting task ends the waiting with `CancellationError`; the work goes on, see ``cancel()``.
    public var value: Value {
        get async throws { try await result.get() }
    }

    /// Waits for the outcome, value or error.
    ///
    /// Cancelling the waiting task ends the waiting with a failure that holds `CancellationError`; the work goes on,
    /// see ``cancel()``. A promise that is already settled answers even then.
    public var result: Result<Value, any Error> {
        get async {
            if !resumesOnQueue, let settlement { return settlement }
            let waiter = state.withLock { $0.newWaiter() }
            return await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    attach(.task(waiter, continuation, resumesOnQueue ? outlet(nil) : nil))
                    // Cancelled before the task was attached, so that the handler below found nothing to withdraw.
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
