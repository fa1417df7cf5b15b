package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// The client's engine: the shell around ``EngineState``.
///
/// Calls come from any thread. They change the state under the shell's lock and return; the effects (events, requests,
/// completions) are executed in order, outside the lock: by the call as far as it caused them itself, the rest on the
/// executor.
package final class Engine: Sendable {
    /// The receiver of a subscription's events and of its ending.
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

    /// The object that keeps an engine alive.
    package typealias Owner = any AnyObject & Sendable
    package typealias Completion = @Sendable (Result<Outcome, EngineError>) -> Void
    /// Computes what a transaction writes; `nil` aborts.
    package typealias Function = @Sendable (TransactionInput) throws(EngineError) -> WriteValue?

    /// All that the shell's lock guards.
    ///
    /// Whatever leaves it goes into a ``PendingEffect``, so that it is released outside the lock.
    struct Core: Sendable {
        var state: EngineState
        var sinks: [RegistrationID: ApplicationOwned<Sink>] = [:]
        var completions: [OperationID: ApplicationOwned<Completion>] = [:]
        var functions: [OperationID: ApplicationOwned<Function>] = [:]
        var connection: ApplicationOwned<any LinkConnection>?
        /// Counts connections, so that nothing of an earlier one is received.
        var generation = 0
        /// Keeps the owner while an operation is unanswered, for clients that outlive their handles until then.
        var keptOwner: Owner?
    }

    /// An effect with what it needs of the core.
    enum PendingEffect: Sendable {
        case raise(ApplicationOwned<Sink>, Event)
        case end(ApplicationOwned<Sink>, Ending)
        case settle(ApplicationOwned<Completion>, Result<Outcome, EngineError>)
        case compute(OperationID, ApplicationOwned<Function>, TransactionInput, caller: ThreadIdentity)
        case open(generation: Int)
        case close(ApplicationOwned<any LinkConnection>)
        case send(ClientMessage, generation: Int)
        case connectionChanged(ConnectionStatus)
        /// Releases a function or an owner, outside the lock.
        case release(any Sendable)
        case diagnose(EngineError)
    }

    /// The most effects that one call executes before the rest is handed over.
    private static let callLimit = 128
    /// The same for a message that arrives while another client's call delivers it.
    private static let receiveLimit = 16
    /// The most effects that the executor works off before others get their turn on it.
    private static let sliceLimit = 512

    private let shell: Shell<Core, PendingEffect>
    private let link: any Link
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let connectionChanged: @Sendable (ConnectionStatus) -> Void
    private let diagnose: @Sendable (EngineError) -> Void
    private let owner: (@Sendable () -> Owner?)?
    private let executor: Executor?

    /// Makes an engine; it connects once ``enableConnection(_:)`` is called.
    ///
    /// `clock`: The device's time in milliseconds since the Unix epoch.
    /// `random`: A source of 64 random bits.
    /// `executor`: Runs what a call leaves; without one, the call that drains executes everything.
    /// `owner`: The object to keep alive until operations are answered, which keeps the engine; `nil` for none.
    /// `connectionChanged`: Called with each new state of the connection.
    /// `diagnose`: Called with errors that no operation or subscription carries.
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
        // No executor: it would keep an engine that is going away.
        let now = clock()
        _ = shell.perform(execute) { core, pending in
            core.state.release()
            queue(&core, &pending, now: now)
        }
    }

    // MARK: Subscriptions

    /// Registers.
    ///
    /// - Returns: The registration, and for ``Interest/showsCachedValue`` ones what there is to show at this moment, before any event.
    package func listen(
        to query: Query, interest: Interest, sink: Sink
    ) -> (id: RegistrationID, present: Event?) {
        perform { core, _ in
            let id = core.state.listen(to: query, interest: interest)
            core.sinks[id] = ApplicationOwned(sink)
            return (id, interest.contains(.showsCachedValue) ? core.state.present(query) : nil)
        }
    }

    /// Ends a subscription; its ending is delivered last.
    ///
    /// Ending it again does nothing.
    package func unlisten(_ id: RegistrationID) { perform { core, _ in core.state.unlisten(id) } }

    /// Says what is to become of the data of a query whose subscription has ended.
    package func apply(_ policy: CachePolicy, to query: Query) {
        perform { core, _ in core.state.apply(policy, to: query) }
    }

    /// Forgets the cached data of everything that nobody subscribes to.
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

    /// The key for a new child; made without asking anybody.
    package func makePushKey() -> Key { perform { core, now in core.state.makePushKey(now: now, random: random) } }

    // MARK: Connection

    package func enableConnection(_ isEnabled: Bool) { perform { core, _ in core.state.enableConnection(isEnabled) } }

    /// Has the present state of the connection told again, in its place among the changes.
    package func announceConnection() {
        perform { core, _ in core.state.effects.append(.connectionChanged(core.state.connectionStatus)) }
    }

    package var connectionStatus: ConnectionStatus { shell.read { $0.state.connectionStatus } }

    package var isConnectionEnabled: Bool {
        shell.read { core in
            if case .off = core.state.phase { false } else { true }
        }
    }

    /// Settles everything that is waited for and ends every subscription.
    package func release() { perform { core, _ in core.state.release() } }

    /// A look at the state, for tests and tools.
    package func inspect<Result: Sendable>(_ body: @Sendable (EngineState) -> Result) -> Result {
        shell.read { body($0.state) }
    }

    // MARK: The shell

    /// Whether all effects were executed.
    package var isIdle: Bool { shell.isIdle }

    /// The number of operations that are not settled.
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

    /// Gives each effect what it needs of the core, while the lock is held.
    private func queue(_ core: inout Core, _ pending: inout Fifo<PendingEffect>, now: Double) {
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
            case .hangUp:
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

    /// Keeps the owner for as long as an operation waits for its answer.
    private func keep(_ owner: @Sendable () -> Owner?, _ core: inout Core, _ pending: inout Fifo<PendingEffect>) {
        if !core.completions.isEmpty {
            if core.keptOwner == nil { core.keptOwner = owner() }
        } else if let kept = core.keptOwner {
            core.keptOwner = nil
            pending.append(.release(kept))
        }
    }

    /// The connection that a message was meant for, unless it is gone.
    ///
    /// Looked up when the message's turn has come: the back end may have sent its hello before the connection was returned.
    private func connection(_ generation: Int) -> ApplicationOwned<any LinkConnection>? {
        shell.read { $0.generation == generation ? $0.connection : nil }
    }

    private func execute(_ effect: PendingEffect) {
        switch effect {
        case .raise(let sink, let event): sink.value.event(event)
        case .end(let sink, let ending): sink.value.ended(ending)
        case .settle(let completion, let result): completion.value(result)
        case .compute(let operation, let function, let input, let caller):
            // A function of the application may take long: no other caller runs it, and it keeps nothing else waiting.
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
