import DatasyncConcurrency

extension Promise {
    /// Cancels the work behind this promise, if its producer supports cancellation.
    ///
    /// Producers that support it are `Promise(cancel:_:)`, ``pending(queue:cancel:)``, promises backed by a task, `when`
    /// with a limit of concurrent promises, and ``after(_:queue:clock:)``. Called on any promise of a chain, this cancels
    /// the work that the chain is currently waiting for. The promise of that work rejects with ``PromiseError/cancelled``.
    /// The error propagates like any other: every promise that depends on the same work receives it.
    ///
    /// The producer's cancel closure runs on the calling thread, before this call returns.
    ///
    /// - Returns: Whether work was cancelled. `false` means that the work has already ended or does not support
    ///   cancellation; then nothing changes.
    @discardableResult
    public func cancel() -> Bool {
        var wasStopped = false
        var asked: Set<ObjectIdentifier> = []
        var waiting: [any PromiseNode] = [self]
        while let node = waiting.popLast() {
            guard asked.insert(ObjectIdentifier(node)).inserted else { continue }
            if node.cancelStep(into: &waiting) { wasStopped = true }
        }
        return wasStopped
    }
}

extension Promise {
    /// Returns a promise that rejects if this one does not settle in time.
    ///
    /// The work behind this promise continues after the timeout. Call ``cancel()`` to stop it.
    ///
    /// - Parameters:
    ///   - duration: The time limit, counted from this call.
    ///   - clock: The source of time.
    /// - Returns: A promise that settles with the outcome of this one, or rejects with ``PromiseError/timedOut`` if
    ///   that takes longer.
    public func timeout(_ duration: Duration, clock: any PromiseClock = DispatchPromiseClock()) -> Promise<Value> {
        let timed = Promise(
            queue: queue, context: context, cancellation: .upstream([WeakPromise(node: self)]))
        let cancelTimer = clock.schedule(after: duration) { timed.settle(.failure(PromiseError.timedOut)) }
        attach(
            .direct { outcome in
                cancelTimer()
                return timed.accept(outcome)
            })
        return timed
    }
}
