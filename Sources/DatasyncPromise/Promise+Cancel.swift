import DatasyncConcurrency

extension Promise {
    /// Stops the work behind this promise, where its producer offered a way.
    ///
    /// The way is offered by `Promise(cancel:_:)`, by ``pending(queue:cancel:)``, by a promise backed by a task, and by
    /// ``after(_:queue:clock:)``. Called on any promise of a chain, this finds the work that the chain is waiting for
    /// just now. The promise of that work rejects with ``PromiseError/cancelled``, which runs down the chain like any
    /// other error: every promise that depends on the same work sees it.
    ///
    /// - Returns: Whether work was told to stop. `false` means that it is too late, or that no way was offered; then
    ///   nothing changes.
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

/// How to stop the work behind a promise.
enum PromiseCancellation: Sendable {
    /// There is no way.
    case none
    /// The producer's own.
    case work(ApplicationOwned<@Sendable () -> Void>)
    /// By asking the promises that this one waits for.
    case upstream([WeakPromise])

    /// By asking the one promise that this one waits for.
    ///
    /// - Parameter node: The promise to ask.
    /// - Returns: The way.
    static func asking(_ node: any PromiseNode) -> PromiseCancellation { .upstream([WeakPromise(node: node)]) }
}
