import DatasyncConcurrency

/// The state machine of a promise: a value type whose methods return actions for the caller to execute.
///
/// ```
///            settle(by: .producer)
///     open ─────────────────────────────▶ settled
///       │                                    ▲
///       │ follow(_:)                         │ settle(by: .followed)
///       └───────────▶ following ─────────────┘
///
///     cancel() settles from either, if the producer supports cancellation.
/// ```
///
/// Actions return everything that a method removes from the state, so that the caller releases it outside the lock: it may
/// include the last reference to an object of the application.
struct PromiseState<Value: Sendable> {
    typealias Outcome = Result<Value, any Error>

    private enum Stage {
        /// The outcome is not decided yet.
        case open
        /// The promise will settle with the outcome of another one, which has not settled yet.
        case following
        /// The final stage.
        case settled(Outcome)
    }

    private var stage = Stage.open

    /// The attached handlers that are not delivered yet, oldest first.
    private var handlers: [PromiseHandler<Value>] = []

    /// Whether a thread is delivering handlers.
    ///
    /// That thread delivers new handlers too, so that they stay in order.
    private var isDraining = false

    /// The way to cancel the work; removed when the promise settles.
    private var cancellation: PromiseCancellation

    /// Whether a handler was ever attached.
    private(set) var hasHandlers = false

    /// The number of the latest waiting task.
    private var lastWaiter: UInt64 = 0

    init(cancellation: PromiseCancellation) {
        self.cancellation = cancellation
    }

    /// The error of a rejected promise to which no handler was ever attached.
    var unhandledRejection: (any Error)? {
        guard !hasHandlers, case .settled(.failure(let error)) = stage else { return nil }
        return error
    }

    /// The promise that alone decides the outcome of this pending one, if there is one.
    var source: WeakPromise? {
        guard case .source(let promise) = cancellation else { return nil }
        return promise
    }

    /// The outcome of the promise, or `nil` while it is pending.
    var result: Outcome? {
        guard case .settled(let outcome) = stage else { return nil }
        return outcome
    }
}

// MARK: - Settling

extension PromiseState {
    /// The origin of an outcome.
    enum Settler {
        /// The resolver, or the closure of a chain.
        case producer
        /// The promise that this one follows.
        case followed
    }

    enum SettleAction {
        /// The outcome was decided earlier.
        case ignore
        /// The promise is settled. The caller releases `given`, after draining the handlers if `mustDrain`.
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

    /// Makes the promise settle with the outcome of another one.
    ///
    /// - Parameter way: The way to cancel the other promise's work.
    /// - Returns: The replaced cancellation, for the caller to release; `nil` if the outcome was decided
    ///   earlier.
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

// MARK: - Delivering

extension PromiseState {
    enum AttachAction {
        /// The handler waits for the promise to settle or for the thread that is draining.
        case wait
        /// The promise is settled and no thread is draining: the caller drains.
        case drain
    }

    mutating func attach(_ handler: PromiseHandler<Value>) -> AttachAction {
        hasHandlers = true
        handlers.append(handler)
        guard case .settled = stage, !isDraining else { return .wait }
        isDraining = true
        return .drain
    }

    /// Returns the outcome and the handlers that the draining thread delivers next; `nil` ends the draining.
    mutating func nextBatch() -> (outcome: Outcome, handlers: [PromiseHandler<Value>])? {
        guard case .settled(let outcome) = stage, !handlers.isEmpty else {
            isDraining = false
            return nil
        }
        let batch = handlers
        handlers = []
        return (outcome, batch)
    }

    /// Returns a number for a task that is about to wait.
    mutating func newWaiter() -> UInt64 {
        lastWaiter += 1
        return lastWaiter
    }

    /// Removes the handler of a task that no longer waits.
    ///
    /// - Parameter waiter: The number of the task.
    /// - Returns: Its handler, or `nil` if it was delivered, removed before, or never attached.
    mutating func withdraw(_ waiter: UInt64) -> PromiseHandler<Value>? {
        guard let index = handlers.firstIndex(where: { $0.waiter == waiter }) else { return nil }
        return handlers.remove(at: index)
    }
}

// MARK: - Cancelling

extension PromiseState {
    enum CancelAction {
        /// The promise is already settled, or cancellation is not supported.
        case ignore
        /// The promise is rejected; the caller cancels the work, then drains if `mustDrain`.
        case stop(work: ApplicationOwned<@Sendable () -> Void>, mustDrain: Bool)
        /// The work belongs to these promises; the caller cancels them.
        case ask([WeakPromise])
    }

    mutating func cancel() -> CancelAction {
        guard result == nil else { return .ignore }
        switch cancellation {
        case .none:
            return .ignore
        case .source(let promise):
            return .ask([promise])
        case .upstream(let promises):
            return .ask(promises)
        case .work(let stop):
            guard case .settled(let mustDrain, _) = finish(.failure(PromiseError.cancelled)) else { return .ignore }
            return .stop(work: stop, mustDrain: mustDrain)
        }
    }

    /// Stores the way to cancel the work, for a promise whose work starts after the promise was created.
    ///
    /// - Parameter way: The way to cancel the work.
    /// - Returns: The cancellation for the caller to release: the replaced one, or the given one if it comes too late.
    mutating func offer(_ way: PromiseCancellation) -> PromiseCancellation {
        guard case .open = stage else { return way }
        defer { cancellation = way }
        return cancellation
    }
}
