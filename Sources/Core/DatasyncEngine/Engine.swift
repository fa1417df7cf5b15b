package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// The engine of one client: a thread-safe shell around ``EngineState``.
///
/// Any thread may call it. A call changes the state under the shell's lock and returns. The resulting effects (events,
/// requests, completions) are executed in order, outside the lock. The call executes its own effects, up to a limit, and the
/// executor runs the rest.
package final class Engine: Sendable {
    package typealias Sink = Receiver.Sink
    package typealias Owner = OperationHandlers.Owner
    package typealias Completion = OperationHandlers.Completion
    package typealias Function = OperationHandlers.Function

    /// The maximum number of effects that one call executes before the executor takes over.
    private static let callLimit = 128
    /// The limit for a received message, which another client's call may deliver.
    private static let receiveLimit = 16
    /// The maximum number of effects that the executor runs at a time, so that its other work gets a turn.
    private static let sliceLimit = 512

    /// The seconds for which a call waits for the function of its transaction.
    private static let patience = 1.0

    private let shell: Shell<EngineState, Effect>
    /// The open connection, which only the drain opens and closes, in the order of the effects.
    private let connection = Guarded<ApplicationOwned<any LinkConnection>?>(nil)
    private let link: any Link
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let connectionChanged: @Sendable (ConnectionStatus) -> Void
    private let signInChanged: @Sendable (SignInStatus) -> Void
    private let pendingWritesChanged: @Sendable (Int) -> Void
    private let diagnose: @Sendable (DatasyncError) -> Void
    private let owner: (@Sendable () -> Owner?)?
    private let executor: Executor?
    private let store: (any OfflineStore)?

    /// Creates an engine, which stays disconnected until ``enableConnection(_:)`` is called.
    ///
    /// - Parameters:
    ///   - link: Opens the connections to the back end.
    ///   - limits: The limits that writes are checked against.
    ///   - clock: The device's time in milliseconds since the Unix epoch.
    ///   - random: A source of 64 random bits.
    ///   - executor: Runs the effects that a call leaves; without one, the draining call executes all effects.
    ///   - offline: The state that an earlier process left, and its store; `nil` if the client keeps nothing.
    ///   - sharesCaches: Whether all users see the same cached data.
    ///   - owner: Returns the object that retains the engine; the engine retains it while operations are unsettled.
    ///   - connectionChanged: Called with each new connection status.
    ///   - signInChanged: Called with each new status of the user.
    ///   - pendingWritesChanged: Called with each new number of pending writes, once they are reported.
    ///   - diagnose: Called with each error that no operation or subscription reports; must return at once.
    package init(
        link: any Link, limits: Limits = Limits(), clock: @escaping @Sendable () -> Double,
        random: @escaping @Sendable () -> UInt64, executor: Executor? = nil, offline: OfflineStart? = nil,
        sharesCaches: Bool = false, owner: (@Sendable () -> Owner?)? = nil,
        connectionChanged: @escaping @Sendable (ConnectionStatus) -> Void = { _ in },
        signInChanged: @escaping @Sendable (SignInStatus) -> Void = { _ in },
        pendingWritesChanged: @escaping @Sendable (Int) -> Void = { _ in },
        diagnose: @escaping @Sendable (DatasyncError) -> Void = { _ in }
    ) {
        self.link = link
        self.clock = clock
        self.random = random
        self.executor = executor
        self.owner = owner
        self.connectionChanged = connectionChanged
        self.signInChanged = signInChanged
        self.pendingWritesChanged = pendingWritesChanged
        self.diagnose = diagnose
        store = offline?.store
        let client = UInt128(random()) << 64 | UInt128(random())
        shell = Shell(
            EngineState(client: client, limits: limits, offline: offline, sharesCaches: sharesCaches, now: clock()))
    }

    deinit {
        // No executor: its closure would retain an engine that is being deallocated.
        var run = DeliveryRun<RaisedEvent>()
        var calls: [Computation] = []
        _ = shell.perform({ execute($0, &$1, &run, &calls) }, finish: { run.flush() }) { state, queue in
            state.release()
            Self.moveEffects(of: &state, to: &queue)
        }
        store?.close()
    }

    // MARK: Subscriptions

    /// Registers a listener for a query.
    ///
    /// - Returns: The registration; with ``Interest/showsCachedValue`` also the current value, as an event that precedes all
    ///   others.
    package func listen(
        to query: Query, interest: Interest, sink: Sink
    ) -> (id: RegistrationID, present: Event?) {
        perform { state in
            let id = state.listen(to: query, interest: interest, sink: sink)
            return (id, interest.contains(.showsCachedValue) ? state.present(query) : nil)
        }
    }

    /// Cancels a subscription; its completion is delivered last.
    ///
    /// No effect if the subscription has already ended.
    package func unlisten(_ id: RegistrationID) { perform { state in state.unlisten(id) } }

    /// Applies a cache policy to the data of a query whose subscription has ended.
    package func apply(_ policy: CachePolicy, to query: Query) {
        perform { state in state.apply(policy, to: query) }
    }

    /// Clears the offline cache, and stops updating it.
    package func cleanCache() { perform { state in state.cleanCache() } }

    /// The client's cached data.
    package var offlineCache: OfflineCache { shell.read(\.offlineCache) }

    /// Replaces the content of the offline store with the current state.
    package func storeAll() { perform { state in state.storeAll() } }

    // MARK: Operations

    package func set(_ value: WriteValue, at path: Path, completion: @escaping Completion) throws(DatasyncError) {
        let now = clock()
        try operate(completion) { state, handlers throws(DatasyncError) in
            try state.set(value, at: path, now: now, handlers: handlers)
        }
    }

    package func merge(_ parts: [MergePart], at path: Path, completion: @escaping Completion) throws(DatasyncError) {
        let now = clock()
        try operate(completion) { state, handlers throws(DatasyncError) in
            try state.merge(parts, at: path, now: now, handlers: handlers)
        }
    }

    package func read(_ query: Query, completion: @escaping Completion) {
        operate(completion) { state, handlers in state.read(query, handlers: handlers) }
    }

    package func request(_ webhooks: WebhookRequest, completion: @escaping Completion) {
        operate(completion) { state, handlers in state.request(webhooks, handlers: handlers) }
    }

    package func setOnDisconnect(
        _ value: WriteValue, at path: Path, repeats: Bool, completion: @escaping Completion
    ) throws(DatasyncError) {
        try operate(completion) { state, handlers throws(DatasyncError) in
            try state.setOnDisconnect(value, at: path, repeats: repeats, handlers: handlers)
        }
    }

    package func mergeOnDisconnect(
        _ parts: [MergePart], at path: Path, repeats: Bool, completion: @escaping Completion
    ) throws(DatasyncError) {
        try operate(completion) { state, handlers throws(DatasyncError) in
            try state.mergeOnDisconnect(parts, at: path, repeats: repeats, handlers: handlers)
        }
    }

    package func cancelOnDisconnect(at path: Path, completion: @escaping Completion) {
        operate(completion) { state, handlers in state.cancelOnDisconnect(at: path, handlers: handlers) }
    }

    package func runTransaction(
        at path: Path, isVisible: Bool, function: @escaping Function, completion: @escaping Completion
    ) {
        operate(completion, function: function) { state, handlers in
            state.beginTransaction(at: path, isVisible: isVisible, handlers: handlers)
        }
    }

    /// Begins a sign-in whose tokens follow, and returns its number.
    package func beginSignIn() -> Int { perform { state in state.beginSignIn() } }

    /// Signs in with a credential, or signs out without one.
    ///
    /// - Parameters:
    ///   - credential: The credential; `nil` to sign out.
    ///   - signIn: The number of the sign-in that the credential belongs to; `nil` for one of its own.
    ///   - discardsPendingWrites: Whether to discard the current user's pending writes.
    ///   - completion: Called with the result.
    /// - Returns: The number of the sign-in.
    @discardableResult
    package func authenticate(
        _ credential: String?, of signIn: Int? = nil, discardsPendingWrites: Bool = false,
        completion: @escaping Completion
    ) -> Int {
        let handlers = OperationHandlers(owner: owner?(), function: nil, completion: completion)
        return perform { state in
            _ = state.authenticate(
                credential, of: signIn, discardsPendingWrites: discardsPendingWrites, handlers: handlers)
            return state.lastSignIn
        }
    }

    // MARK: Pending writes

    /// The number of pending writes and transactions of the user, and of writes without a user.
    package var pendingWriteCount: Int { shell.read(\.pendingWriteCount) }

    /// The number of pending writes of other users.
    package var otherUsersWriteCount: Int { shell.read(\.otherUsersWriteCount) }

    /// Reports the number of pending writes now, and each change from now on.
    package func reportPendingWrites() { perform { state in state.reportPendingWrites() } }

    /// Calls the completion once every write and transaction that is pending now has a response.
    package func waitForPendingWrites(completion: @escaping Completion) {
        operate(completion) { state, handlers in state.waitForWrites(handlers: handlers) }
    }

    /// Discards the pending writes and transactions of the user, and writes without a user.
    package func discardPendingWrites() { perform { state in state.discardPendingWrites() } }

    /// Discards the pending writes of all other users, and returns their number.
    package func discardWritesOfOtherUsers() -> Int { perform { state in state.discardWritesOfOtherUsers() } }

    /// Returns a unique key for a new child; sends no request.
    package func makePushKey() -> Key {
        let now = clock()
        return perform { state in state.makePushKey(now: now, random: random) }
    }

    private func operate<Failure: Error>(
        _ completion: @escaping Completion, function: Function? = nil,
        _ body: (inout EngineState, OperationHandlers) throws(Failure) -> OperationID
    ) throws(Failure) {
        let handlers = OperationHandlers(owner: owner?(), function: function, completion: completion)
        try perform { state throws(Failure) in _ = try body(&state, handlers) }
    }

    // MARK: Connection

    package func enableConnection(_ isEnabled: Bool) { perform { state in state.enableConnection(isEnabled) } }

    /// Reports the current connection status again, in order with its changes.
    package func announceConnection() {
        perform { state in state.effects.append(.connectionChanged(state.connectionStatus)) }
    }

    /// Reports the user's current status again, in order with its changes.
    package func announceSignIn() {
        perform { state in state.effects.append(.signInChanged(state.signInStatus)) }
    }

    package var signInStatus: SignInStatus { shell.read(\.signInStatus) }

    /// The back end's time in milliseconds, estimated from the device's clock.
    package var backendTime: Double {
        let now = clock()
        return shell.read { $0.backendTime(now) }
    }

    package var connectionStatus: ConnectionStatus { shell.read(\.connectionStatus) }

    package var isConnectionEnabled: Bool {
        shell.read { state in
            if case .off = state.phase { false } else { true }
        }
    }

    /// Disconnects, settles every pending operation and cancels every subscription.
    package func release() { perform { state in state.release() } }

    /// Runs a closure on the state, under the lock; for tests and tools.
    package func inspect<Result: Sendable>(_ body: @Sendable (EngineState) -> Result) -> Result { shell.read(body) }

    // MARK: The shell

    /// Whether all effects have been executed.
    package var isIdle: Bool { shell.isIdle }

    /// The number of unsettled operations.
    package var unsettledCount: Int { shell.read(\.unsettledCount) }

    private func perform<Result: Sendable, Failure: Error>(
        limit: Int = callLimit, functions course: FunctionCourse = .awaited,
        _ body: (inout EngineState) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let caller = executor == nil ? nil : ThreadIdentity.current
        var run = DeliveryRun<RaisedEvent>()
        var calls: [Computation] = []
        let (result, handsOver) = try shell.perform(
            limit: executor == nil ? nil : limit, weight: \.weight, { execute($0, &$1, &run, &calls) },
            finish: { run.flush() }
        ) { state, queue throws(Failure) in
            state.caller = caller
            let result = try body(&state)
            Self.moveEffects(of: &state, to: &queue)
            return result
        }
        if handsOver { continueDraining() }
        for call in calls { runFunction(of: call, course) }
        return result
    }

    private func continueDraining() {
        executor? { [self] in
            var run = DeliveryRun<RaisedEvent>()
            var calls: [Computation] = []
            let isLeft = shell.drain(
                atMost: Self.sliceLimit, { execute($0, &$1, &run, &calls) }, finish: { run.flush() })
            if isLeft { continueDraining() }
            for call in calls { runFunction(of: call, .here) }
        }
    }

    /// Moves the effects of a call into the queue; called under the lock.
    private static func moveEffects(of state: inout EngineState, to queue: inout [Effect]) {
        assert(state.violatedInvariant == nil, state.violatedInvariant ?? "")
        if queue.isEmpty {
            swap(&state.effects, &queue)
        } else {
            queue += state.effects
            state.effects.removeAll(keepingCapacity: true)
        }
    }

    /// Executes an effect, or as many of its events as may be delivered here.
    ///
    /// - Returns: The rest of the effect; `nil` if it is complete.
    @inline(__always)
    private func execute(
        _ effect: consuming Effect, _ left: inout Int, _ run: inout DeliveryRun<RaisedEvent>,
        _ calls: inout [Computation]
    ) -> Effect? {
        // Most effects are events, which need not be moved into another function.
        guard effect.isEvent else { return executeAny(effect, &left, &run, &calls) }
        left -= 1
        if case .raise(let event, let receiver) = consume effect { deliver(event, to: receiver, &run) }
        return nil
    }

    private func executeAny(
        _ effect: consuming Effect, _ left: inout Int, _ run: inout DeliveryRun<RaisedEvent>,
        _ calls: inout [Computation]
    ) -> Effect? {
        // Only deliveries join a run; everything else may call the application, or post to a queue itself.
        if !effect.raisesEvents {
            run.flush()
            left -= 1
        }
        switch consume effect {
        case .raise(let event, let receiver):
            left -= 1
            deliver(event, to: receiver, &run)
        case .raiseAdditions(let additions): return deliver(additions, &left, &run).map { .raiseAdditions($0) }
        case .end(let receiver, let ending): receiver.sink?.value.ended(ending)
        case .settle(let operation, let result): operation.handlers?.completion(result)
        case .compute(let operation, let input, let caller):
            guard let executor else {
                compute(operation, input)
                break
            }
            if caller == .current {
                // After the drain, so that the function delays no effect.
                calls.append(Computation(operation: operation, input: input))
            } else {
                executor { [weak self] in self?.compute(operation, input) }
            }
        case .open(let number): open(number)
        case .close, .abandonConnection: connection.exchange(nil)?.value.close()
        case .send(let message): send(message)
        case .store(let change): store?.append(change)
        case .storeAll(let state): store?.replace(with: state)
        case .connectionChanged(let state): connectionChanged(state)
        case .signInChanged(let status): signInChanged(status)
        case .pendingWritesChanged(let count): pendingWritesChanged(count)
        case .diagnose(let error): diagnose(error)
        }
        return nil
    }

    @inline(__always)
    private func deliver(_ event: consuming Event, to receiver: Receiver, _ run: inout DeliveryRun<RaisedEvent>) {
        guard let sink = receiver.sink else { return }
        if let queue = sink.value.deliveryQueue {
            run.add(RaisedEvent(event: event, receiver: receiver), to: queue)
        } else {
            run.flush()
            sink.value.event(event)
        }
    }

    /// Delivers at most `left` additions, in one block if all receivers share a queue.
    ///
    /// - Returns: The undelivered additions; `nil` if there are none.
    private func deliver(
        _ additions: ChildAdditions, _ left: inout Int, _ run: inout DeliveryRun<RaisedEvent>
    ) -> ChildAdditions? {
        var rest = additions
        // Under the lock, which orders this read of the pages before a later edit of them in place. Reference counting does so
        // too, but the thread sanitizer cannot see it.
        let part = shell.read { _ in rest.removeFirst(min(left, Self.sliceLimit)) }
        left -= part.count
        if let queue = additions.commonQueue {
            run.add(group: part, to: queue)
        } else {
            for raised in part {
                if let queue = raised.receiver.sink?.value.deliveryQueue {
                    run.add(raised, to: queue)
                } else {
                    run.flush()
                    raised.deliver()
                }
            }
        }
        return rest.count > 0 ? rest : nil
    }

    /// Sends a message once everything stored before it is durable.
    private func send(_ message: ClientMessage) {
        guard let connection = connection.withLock(\.self) else { return }
        guard let store else { return connection.value.send(message) }
        store.whenDurable { connection.value.send(message) }
    }

    /// A call of a transaction's function, which may take long or wait for other operations.
    private struct Computation {
        let operation: OperationID
        let input: TransactionInput
    }

    /// How to run the transaction functions that a call of the engine caused.
    private enum FunctionCourse {
        /// On another thread while the calling one waits, so the call shows the result of its transaction.
        ///
        /// A function that waits for the calling thread, for instance for a completion on the main queue, gets it after a
        /// second.
        case awaited
        /// On another thread: the link that delivers a message does not wait for the application.
        case posted
        /// On this thread, which is one of the executor's.
        case here
    }

    private func runFunction(of call: Computation, _ course: FunctionCourse) {
        guard let executor, course != .here else { return compute(call.operation, call.input) }
        if course == .posted {
            executor { [weak self] in self?.compute(call.operation, call.input) }
        } else {
            runAndWait(on: executor, atMost: Self.patience) { [self] in compute(call.operation, call.input) }
        }
    }

    private func compute(_ operation: OperationID, _ input: TransactionInput) {
        // The transaction may have been settled while the function waited for the executor.
        guard let function = operation.handlers?.function, shell.read({ $0.transactions[operation.number] != nil })
        else { return }
        do throws(DatasyncError) {
            let result = try function(input)
            let now = clock()
            perform(functions: .here) { state in state.computed(operation, result, from: input, now: now) }
        } catch {
            perform(functions: .here) { state in state.failed(operation, error) }
        }
    }

    /// Opens a connection.
    ///
    /// The back end may send `hello` before the link returns the connection. The requests that follow are executed after this
    /// effect.
    private func open(_ number: Int) {
        let opened = link.open { [weak self] event in self?.received(event, from: number) }
        _ = connection.exchange(ApplicationOwned(opened))
    }

    private func received(_ event: LinkEvent, from number: Int) {
        let now = clock()
        perform(limit: Self.receiveLimit, functions: .posted) { state in
            state.received(event, from: number, now: now)
        }
    }
}
