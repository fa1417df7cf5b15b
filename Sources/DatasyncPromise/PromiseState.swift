import DatasyncConcurrency

/// What a promise knows: a value whose verbs say what should be done, and do none of it.
///
/// ```
///            settle(by: .producer)
///     open ─────────────────────────────▶ settled
///       │                                    ▲
///       │ follow(_:)                         │ settle(by: .followed)
///       └───────────▶ following ─────────────┘
///
///     cancel() settles from either, if the producer offered a way.
/// ```
///
/// Whatever a verb removes from the state is handed back in its action, so that it is released outside the lock: the
/// last reference to an object of the application may be among it.
struct PromiseState<Value: Sendable> {
    typealias Outcome = Result<Value, any Error>

    private enum Stage {
        /// Nothing was decided yet.
        case open
        /// The fate is that of another promise, which has not settled yet.
        case following
        /// The end: nothing changes this any more.
        case settled(Outcome)
    }

    private var stage = Stage.open

    /// Attached and not yet handed to their queues, oldest first.
    private var handlers: [PromiseHandler<Value>] = []

    /// Whether some thread is handing over handlers: it takes the new ones too, which keeps them in order.
    private var isDraining = false

    /// The way to stop the work; given up as soon as the promise settles.
    private var cancellation: PromiseCancellation

    /// Whether a handler was ever attached.
    private var hasHandlers = false

    /// The number of the task that was last given one.
    private var lastWaiter: UInt64 = 0

    init(cancellation: PromiseCancellation) {
        self.cancellation = cancellation
    }

    /// The failure that the promise settled as, if no handler was ever attached.
    var unhandledRejection: (any Error)? {
        guard !hasHandlers, case .settled(.failure(let error)) = stage else { return nil }
        return error
    }

    /// What the promise settled as, if it has.
    var result: Outcome? {
        guard case .settled(let outcome) = stage else { return nil }
        return outcome
    }
}

// MARK: - Settling

extension PromiseState {
    /// Who wants to settle the promise.
    enum Settler {
        /// The resolver, or the closure of a chain.
        case producer
        /// The promise that this one follows.
        case followed
    }

    enum SettleAction {
        /// Others were first.
        case ignore
        /// It is settled. If `mustDrain`, the caller drains now; either way it releases `given`.
        case settled(mustDrain: Bool, given: PromiseCancellation)
    }

    mutating func settle(_ outcome: Outcome, by settler: Settler) -> SettleAction {
        switch (stage, settler) {
        case (.open, .producer), (.following, .followed):
            return finish(outcome)
        case (.open, .followed), (.following, .producer), (.settled, _):
            return .ignore
        }
    }

    /// Ties the fate of the promise to another one.
    ///
    /// - Parameter way: How to stop the work of that other promise.
    /// - Returns: The way that is replaced, for the caller to release; `nil` if others were first.
    mutating func follow(_ way: PromiseCancellation) -> PromiseCancellation? {
        guard case .open = stage else { return nil }
        stage = .following
        defer { cancellation = way }
        return cancellation
    }

    private mutating func finish(_ outcome: Outcome) -> SettleAction {
        let given = cancellation
        cancellation = .none
        stage = .settled(outcome)
        isDraining = !handlers.isEmpty
        return .settled(mustDrain: isDraining, given: given)
    }
}

// MARK: - Handing over

extension PromiseState {
    enum AttachAction {
        /// The handler waits, for the promise to settle or for the thread that is draining.
        case wait
        /// The promise is settled and nobody is draining: the caller does.
        case drain
    }

    mutating func attach(_ handler: PromiseHandler<Value>) -> AttachAction {
        hasHandlers = true
        handlers.append(handler)
        guard case .settled = stage, !isDraining else { return .wait }
        isDraining = true
        return .drain
    }

    /// The handlers that the draining thread hands over next, and what to hand them; `nil` ends the draining.
    mutating func nextBatch() -> (outcome: Outcome, handlers: [PromiseHandler<Value>])? {
        guard case .settled(let outcome) = stage, !handlers.isEmpty else {
            isDraining = false
            return nil
        }
        let batch = handlers
        handlers = []
        return (outcome, batch)
    }

    /// A number for a task that is about to wait.
    mutating func newWaiter() -> UInt64 {
        lastWaiter += 1
        return lastWaiter
    }

    /// Takes out the handler of a task that no longer waits.
    ///
    /// - Parameter waiter: The number of the task.
    /// - Returns: Its handler, or `nil` if it was handed over, taken out before, or never attached.
    mutating func withdraw(_ waiter: UInt64) -> PromiseHandler<Value>? {
        guard let index = handlers.firstIndex(where: { $0.waiter == waiter }) else { return nil }
        return handlers.remove(at: index)
    }
}

// MARK: - Cancelling

extension PromiseState {
    enum CancelAction {
        /// It is too late, or no way was offered.
        case ignore
        /// The promise is rejected; the caller stops the work, then drains if `mustDrain`.
        case stop(work: ApplicationOwned<@Sendable () -> Void>, mustDrain: Bool)
        /// The work belongs to these.
        case ask([WeakPromise])
    }

    mutating func cancel() -> CancelAction {
        guard result == nil else { return .ignore }
        switch cancellation {
        case .none:
            return .ignore
        case .upstream(let promises):
            return .ask(promises)
        case .work(let stop):
            guard case .settled(let mustDrain, _) = finish(.failure(PromiseError.cancelled)) else { return .ignore }
            return .stop(work: stop, mustDrain: mustDrain)
        }
    }

    /// Notes how to stop the work, for a promise whose work begins after it was made.
    ///
    /// - Parameter way: How to stop the work.
    /// - Returns: What the caller releases: the way that is replaced, or this one if it comes too late.
    mutating func offer(_ way: PromiseCancellation) -> PromiseCancellation {
        guard case .open = stage else { return way }
        defer { cancellation = way }
        return cancellation
    }
}
