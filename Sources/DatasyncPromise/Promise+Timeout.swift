extension Promise {
    /// Allows some time for this promise to settle.
    ///
    /// When the time has passed, the waiting ends and the work goes on: see ``cancel()`` for ending that too.
    ///
    /// - Parameters:
    ///   - duration: How long, from now.
    ///   - clock: What tells the time.
    /// - Returns: A promise that settles as this one, or rejects with ``PromiseError/timedOut`` if that takes longer.
    public func timeout(_ duration: Duration, clock: any PromiseClock = DispatchPromiseClock()) -> Promise<Value> {
        let timed = Promise(queue: queue, context: context, cancellation: .asking(self))
        let callOff = clock.schedule(after: duration) { timed.settle(.failure(PromiseError.timedOut)) }
        attach(
            .direct { outcome in
                callOff()
                return timed.accept(outcome)
            })
        return timed
    }
}
