package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// The engine of one client: a thread-safe shell around ``EngineState``.
///
/// Any thread may call it. A call changes the state under the shell's lock and returns. The resulting effects (events,
/// requests, completions) are executed in order, outside the lock: the call executes those that it caused, up to a limit;
/// the executor runs the rest.
package final class Engine: Sendable {
    /// The receiver of a subscription's events and of its completion.
    ///
    /// Called in order, never under a lock.
    package struct Sink: Sendable {
        let event: @Sendable (Event) -> Void
        let ended: @Sendable (Ending) -> Void

        package init(event: @escaping @Sendable (Event) -> Void, ended: @escaping @Sendable (Ending) -> Void) {
            self.event = event
            self.ended = ended
        }
    }

    /// The object that retains an engine.
    package typealias Owner = any AnyObject & Sendable
    package typealias Completion = @Sendable (Result<Outcome, EngineError>) -> Void
    /// The function of a transaction: computes the value to write; `nil` aborts.
    package typealias Function = @Sendable (TransactionInput) throws(EngineError) -> WriteValue?

    /// The state that the shell's lock guards.
    ///
    /// A value that is removed from it goes into a ``PendingEffect``, so that it is released outside the lock.
    struct Core: Sendable {
        var state: EngineState
        var sinks: [RegistrationID: ApplicationOwned<Sink>] = [:]
        var completions: [OperationID: ApplicationOwned<Completion>] = [:]
        var functions: [OperationID: ApplicationOwned<Function>] = [:]
        var connection: ApplicationOwned<any LinkConnection>?
        /// The generation of the connection; events of an earlier generation are ignored.
        var generation = 0
        /// The owner, retained while an operation is unsettled, even if the application has released its handles.
        var retainedOwner: Owner?
    }

    /// An effect, together with the values of the core that it needs.
    enum PendingEffect: Sendable {
        case raise(ApplicationOwned<Sink>, Event)
        case end(ApplicationOwned<Sink>, Ending)
        case settle(ApplicationOwned<Completion>, Result<Outcome, EngineError>)
        case compute(OperationID, ApplicationOwned<Function>, TransactionInput, caller: ThreadIdentity)
        case open(generation: Int)
        case close(ApplicationOwned<any LinkConnection>)
        case send(ClientMessage, generation: Int)
        case connectionChanged(ConnectionStatus)
        /// Releases a function, a connection or an owner outside the lock.
        case release(any Sendable)
        case diagnose(EngineError)
    }

    /// The maximum number of effects that one call executes before the executor takes over.
    private static let callLimit = 128
    /// The same limit for a received message, which another client's call may deliver.
    private static let receiveLimit = 16
    /// The maximum number of effects that the executor runs at a time, so that its other work gets a turn.
    private static let sliceLimit = 512

    private let shell: Shell<Core, PendingEffect>
    private let link: any Link
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let connectionChanged: @Sendable (ConnectionStatus) -> Void
    private let diagnose: @Sendable (EngineError) -> Void
    private let owner: (@Sendable () -> Owner?)?
    private let executor: Executor?

    /// Creates an engine, which stays disconnected until ``enableConnection(_:)`` is called.
    ///
    /// `clock`: The device's time in milliseconds since the Unix epoch.
    /// `random`: A source of 64 random bits.
    /// `executor`: Runs the effects that a call leaves; without one, the draining call executes all effects.
    /// `owner`: Returns the object that retains the engine; the engine retains it while operations are unsettled.
    /// `connectionChanged`: Called with each new connection status.
    /// `diagnose`: Called with each error that no operation or subscription reports.
    package init(
        link: any Link, limits: Limits = Limits(), clock: @escaping @Sendable () -> Double,
        random: @escaping @Sendable () -> UInt64, executor: Executor? = nil, owner: (@Sendable () -> Owner?)? = nil,
        connectionChanged: @escaping @Sendable (ConnectionStatus) -> Void = { _ in },
        diagnose: @escaping @Sendable (EngineError) -> Void = { _ in }
    ) {
        self.link = link
        self.clock = clock
        self.random = random
        self.executor = executor
        self.owner = owner
        self.connectionChanged = connectionChanged
        self.diagnose = diagnose
        shell = Shell(Core(state: EngineState(client: String(random(), radix: 36), limits: limits)))
    }

    deinit {
        // No executor: its closure would retain an engine that is being deallocated.
        let now = clock()
        _ = shell.perform(execute) { core, pending in
            core.state.release()
            queue(&core, &pending, now: now)
        }
    }

    // MARK: Subscriptions

    /// Registers a listener for a query.
    ///
    /// - Returns: The registration; with ``Interest/showsCachedValue`` also the present value, as an event that precedes all
    ///   others.
    package func listen(
        to query: Query, interest: Interest, sink: Sink
    ) -> (id: RegistrationID, present: Event?) {
        perform { core, _ in
            let id = core.state.listen(to: query, interest: interest)
            core.sinks[id] = ApplicationOwned(sink)
            return (id, interest.contains(.showsCachedValue) ? core.state.present(query) : nil)
        }
    }

    /// Cancels a subscription; its completion is delivered last.
    ///
    /// No effect if the subscription has already ended.
    package func unlisten(_ id: RegistrationID) { perform { core, _ in core.state.unlisten(id) } }

    /// Applies a cache policy to the data of a query whose subscription has ended.
    package func apply(_ policy: CachePolicy, to query: Query) {
        perform { core, _ in core.state.apply(policy, to: query) }
    }

    /// Clears the offline cache, and stops updating it.
    package func cleanCache() { perform { core, _ in core.state.cleanCache() } }

    // MARK: Operations

    package func set(_ value: WriteValue, at path: Path, completion: @escaping Completion) throws(DataError) {
        try operate(completion) { state, now throws(DataError) in try state.set(value, at: path, now: now) }
    }

    package func merge(_ parts: [MergePart], at path: Path, completion: @escaping Completion) throws(DataError) {
        try operate(completion) { state, now throws(DataError) in try state.merge(parts, at: path, now: now) }
    }

    package func read(_ query: Query, completion: @escaping Completion) {
        operate(completion) { state, _ in state.read(query) }
    }

    package func setOnDisconnect(
        _ value: WriteValue, at path: Path, repeats: Bool, completion: @escaping Completion
    ) throws(DataError) {
        try operate(completion) { state, _ throws(DataError) in
            try state.setOnDisconnect(value, at: path, repeats: repeats)
        }
    }

    package func mergeOnDisconnect(
        _ parts: [MergePart], at path: Path, repeats: Bool, completion: @escaping Completion
    ) throws(DataError) {
        try operate(completion) { state, _ throws(DataError) in
            try state.mergeOnDisconnect(parts, at: path, repeats: repeats)
        }
    }

    package func cancelOnDisconnect(at path: Path, completion: @escaping Completion) {
        operate(completion) { state, _ in state.cancelOnDisconnect(at: path) }
    }

    package func runTransaction(
        at path: Path, isVisible: Bool, function: @escaping Function, completion: @escaping Completion
    ) {
        perform { core, _ in
            let operation = core.state.beginTransaction(at: path, isVisible: isVisible)
            core.completions[operation] = ApplicationOwned(completion)
            core.functions[operation] = ApplicationOwned(function)
        }
    }

    package func authenticate(_ credential: String?, completion: @escaping Completion) {
        operate(completion) { state, _ in state.authenticate(credential) }
    }

    /// Returns a unique key for a new child; sends no request.
    package func makePushKey() -> Key { perform { core, now in core.state.makePushKey(now: now, random: random) } }

    // MARK: Connection

    package func enableConnection(_ isEnabled: Bool) { perform { core, _ in core.state.enableConnection(isEnabled) } }

    /// Reports the present connection status again, in order with its changes.
    package func announceConnection() {
        perform { core, _ in core.state.effects.append(.connectionChanged(core.state.connectionStatus)) }
    }

    package var connectionStatus: ConnectionStatus { shell.read { $0.state.connectionStatus } }

    package var isConnectionEnabled: Bool {
        shell.read { core in
            if case .off = core.state.phase { false } else { true }
        }
    }

    /// Disconnects, settles every pending operation and cancels every subscription.
    package func release() { perform { core, _ in core.state.release() } }

    /// Runs a closure on the state, under the lock; for tests and tools.
    package func inspect<Result: Sendable>(_ body: @Sendable (EngineState) -> Result) -> Result {
        shell.read { body($0.state) }
    }

    // MARK: The shell

    /// Whether all effects have been executed.
    package var isIdle: Bool { shell.isIdle }

    /// The number of unsettled operations.
    package var unsettledCount: Int { shell.read { $0.completions.count } }

    private func operate<Failure: Error>(
        _ completion: @escaping Completion, _ body: (inout EngineState, Double) throws(Failure) -> OperationID
    ) throws(Failure) {
        try perform { core, now throws(Failure) in
            let operation = try body(&core.state, now)
            core.completions[operation] = ApplicationOwned(completion)
        }
    }

    private func perform<Result: Sendable, Failure: Error>(
        limit: Int = callLimit, _ body: (inout Core, _ now: Double) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let now = clock()
        let (result, handsOver) = try shell.perform(limit: executor == nil ? nil : limit, execute) {
            core, pending throws(Failure) in
            let result = try body(&core, now)
            queue(&core, &pending, now: now)
            return result
        }
        if handsOver { continueDraining() }
        return result
    }

    private func continueDraining() {
        executor? { [self] in
            if shell.drain(atMost: Self.sliceLimit, execute) { continueDraining() }
        }
    }

    /// Queues the effects with the values that they need of the core; called under the lock.
    private func queue(_ core: inout Core, _ pending: inout Fifo<PendingEffect>, now: Double) {
        assert(core.state.violatedInvariant == nil, core.state.violatedInvariant ?? "")
        for effect in core.state.effects {
            switch effect {
            case .raise(let event, let id):
                if let sink = core.sinks[id] { pending.append(.raise(sink, event)) }
            case .end(let id, let ending):
                if let sink = core.sinks.removeValue(forKey: id) { pending.append(.end(sink, ending)) }
            case .settle(let operation, let result):
                if let completion = core.completions.removeValue(forKey: operation) {
                    pending.append(.settle(completion, result))
                }
                if let function = core.functions.removeValue(forKey: operation) { pending.append(.release(function)) }
            case .compute(let operation, let input):
                if let function = core.functions[operation] {
                    pending.append(.compute(operation, function, input, caller: .current))
                }
            case .open:
                core.generation += 1
                if let connection = core.connection { pending.append(.release(connection)) }
                core.connection = nil
                pending.append(.open(generation: core.generation))
            case .close:
                core.generation += 1
                if let connection = core.connection { pending.append(.close(connection)) }
                core.connection = nil
            case .abandonConnection:
                if let connection = core.connection { pending.append(.close(connection)) }
                core.connection = nil
            case .send(let message): pending.append(.send(message, generation: core.generation))
            case .connectionChanged(let state): pending.append(.connectionChanged(state))
            case .diagnose(let error): pending.append(.diagnose(error))
            }
        }
        core.state.effects = []
        if let owner { keep(owner, &core, &pending) }
    }

    /// Retains the owner while an operation is unsettled.
    private func keep(_ owner: @Sendable () -> Owner?, _ core: inout Core, _ pending: inout Fifo<PendingEffect>) {
        if !core.completions.isEmpty {
            if core.retainedOwner == nil { core.retainedOwner = owner() }
        } else if let retained = core.retainedOwner {
            core.retainedOwner = nil
            pending.append(.release(retained))
        }
    }

    /// Returns the connection of a generation, or `nil` if it has been closed or replaced.
    ///
    /// Looked up when a message is sent, because the back end may send `hello` before the link returns the connection.
    private func connection(_ generation: Int) -> ApplicationOwned<any LinkConnection>? {
        shell.read { $0.generation == generation ? $0.connection : nil }
    }

    private func execute(_ effect: PendingEffect) {
        switch effect {
        case .raise(let sink, let event): sink.value.event(event)
        case .end(let sink, let ending): sink.value.ended(ending)
        case .settle(let completion, let result): completion.value(result)
        case .compute(let operation, let function, let input, let caller):
            // A function of the application may run for long: no other caller runs it, and it must not delay other effects.
            if let executor, caller != .current {
                executor { [weak self] in self?.compute(operation, function.value, input) }
            } else {
                compute(operation, function.value, input)
            }
        case .open(let generation): open(generation)
        case .close(let connection): connection.value.close()
        case .send(let message, let generation): connection(generation)?.value.send(message)
        case .connectionChanged(let state): connectionChanged(state)
        case .diagnose(let error): diagnose(error)
        case .release: break
        }
    }

    private func compute(_ operation: OperationID, _ function: Function, _ input: TransactionInput) {
        do throws(EngineError) {
            let result = try function(input)
            perform { core, now in core.state.computed(operation, result, from: input, now: now) }
        } catch {
            perform { core, _ in core.state.failed(operation, error) }
        }
    }

    private func open(_ generation: Int) {
        let connection = link.open { [weak self] event in self?.received(event, generation) }
        let isWanted = perform { core, _ in
            guard core.generation == generation else { return false }
            core.connection = ApplicationOwned(connection)
            return true
        }
        if !isWanted { connection.close() }
    }

    private func received(_ event: LinkEvent, _ generation: Int) {
        perform(limit: Self.receiveLimit) { core, now in
            guard core.generation == generation else { return }
            core.state.received(event, now: now)
        }
    }
}
