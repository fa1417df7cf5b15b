package import DatasyncTree
package import DatasyncWire

/// The client's engine: the shell around ``EngineState``.
///
/// Calls come from any thread. They change the state under the shell's lock and return; what follows from them (events,
/// requests, completions) is worked off in order, outside the lock, by whoever came first.
package final class Engine: Sendable {
    /// Where the events of a subscription and its ending go.
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

    /// What keeps an engine alive.
    package typealias Owner = any AnyObject & Sendable
    package typealias Completion = @Sendable (Result<Outcome, EngineError>) -> Void
    /// What a transaction does with a value: what to write, or `nil` to abort.
    package typealias Function = @Sendable (_ value: Node, _ isAcknowledged: Bool) throws(EngineError) -> Draft?

    /// All that the shell's lock guards.
    struct Core: Sendable {
        var state: EngineState
        var sinks: [RegistrationID: Sink] = [:]
        var completions: [OperationID: Completion] = [:]
        var functions: [OperationID: Function] = [:]
        var connection: (any LinkConnection)?
        /// Counts connections, so that nothing is heard of an earlier one.
        var generation = 0
        /// Keeps the owner while a write is unanswered, for clients that should outlive their handles until then.
        var keptOwner: Owner?
    }

    /// An effect with what it needs of the core.
    enum Task: Sendable {
        case raise(Sink, Event)
        case end(Sink, Ending)
        case settle(Completion, Result<Outcome, EngineError>)
        case compute(OperationID, Function, Node, Bool)
        case open(generation: Int)
        case close(any LinkConnection)
        case send(ClientMessage, generation: Int)
        case connectionChanged(ConnectionState)
        case diagnose(EngineError)
        /// Lets go of the owner, outside the lock that its end needs.
        case letGo(Owner)
    }

    private let shell: Shell<Core, Task>
    private let link: any Link
    private let clock: @Sendable () -> Double
    private let random: @Sendable () -> UInt64
    private let connectionChanged: @Sendable (ConnectionState) -> Void
    private let diagnose: @Sendable (EngineError) -> Void
    private let owner: (@Sendable () -> Owner?)?

    /// Makes an engine; it connects when told to.
    ///
    /// `clock`: The device's time in milliseconds since the Unix epoch.
    /// `random`: A source of 64 random bits.
    /// `owner`: What is to stay alive until writes are answered, and keeps the engine; `nil` when nothing is.
    /// `connectionChanged`: Called with each new state of the connection.
    /// `diagnose`: Called with errors that no operation or subscription carries.
    package init(
        link: any Link, limits: Limits = Limits(), clock: @escaping @Sendable () -> Double,
        random: @escaping @Sendable () -> UInt64, owner: (@Sendable () -> Owner?)? = nil,
        connectionChanged: @escaping @Sendable (ConnectionState) -> Void = { _ in },
        diagnose: @escaping @Sendable (EngineError) -> Void = { _ in }
    ) {
        self.link = link
        self.clock = clock
        self.random = random
        self.owner = owner
        self.connectionChanged = connectionChanged
        self.diagnose = diagnose
        shell = Shell(Core(state: EngineState(client: String(random(), radix: 36), limits: limits)))
    }

    deinit { release() }

    // MARK: Subscriptions

    /// Registers.
    ///
    /// - Returns: The registration, and for ``Interest/standing`` ones what there is to show at this moment, before any event.
    package func listen(
        to query: Query, interest: Interest, sink: Sink
    ) -> (id: RegistrationID, present: Event?) {
        perform { core, _ in
            let id = core.state.listen(to: query, interest: interest)
            core.sinks[id] = sink
            return (id, interest.contains(.standing) ? core.state.present(query) : nil)
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

    package func set(_ value: Draft, at path: Path, completion: @escaping Completion) throws(DataError) {
        try operate(completion) { state, now throws(DataError) in try state.set(value, at: path, now: now) }
    }

    package func merge(_ parts: [MergePart], at path: Path, completion: @escaping Completion) throws(DataError) {
        try operate(completion) { state, now throws(DataError) in try state.merge(parts, at: path, now: now) }
    }

    package func read(_ query: Query, completion: @escaping Completion) {
        operate(completion) { state, _ in state.read(query) }
    }

    package func setOnDisconnect(
        _ value: Draft, at path: Path, repeats: Bool, completion: @escaping Completion
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
            core.completions[operation] = completion
            core.functions[operation] = function
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
        perform { core, _ in core.state.effects.append(.connectionChanged(core.state.connectionState)) }
    }

    package var connectionState: ConnectionState { shell.read { $0.state.connectionState } }

    package var isConnectionEnabled: Bool {
        shell.read { core in
            if case .off = core.state.line { false } else { true }
        }
    }

    /// Settles everything that is waited for and ends every subscription.
    package func release() { perform { core, _ in core.state.release() } }

    /// A look at the state, for tests and tools.
    package func inspect<Result: Sendable>(_ body: @Sendable (EngineState) -> Result) -> Result {
        shell.read { body($0.state) }
    }

    // MARK: The shell

    private func operate<Failure: Error>(
        _ completion: @escaping Completion, _ body: (inout EngineState, Double) throws(Failure) -> OperationID
    ) throws(Failure) {
        try perform { core, now throws(Failure) in
            let operation = try body(&core.state, now)
            core.completions[operation] = completion
        }
    }

    private func perform<Result: Sendable, Failure: Error>(
        _ body: (inout Core, _ now: Double) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let now = clock()
        return try shell.perform(execute) { core, tasks throws(Failure) in
            let result = try body(&core, now)
            queue(&core, &tasks)
            return result
        }
    }

    /// Gives each effect what it needs of the core, while the lock is held.
    private func queue(_ core: inout Core, _ tasks: inout Fifo<Task>) {
        for effect in core.state.effects {
            switch effect {
            case .raise(let event, let id):
                if let sink = core.sinks[id] { tasks.append(.raise(sink, event)) }
            case .end(let id, let ending):
                if let sink = core.sinks.removeValue(forKey: id) { tasks.append(.end(sink, ending)) }
            case .settle(let operation, let result):
                core.functions[operation] = nil
                if let completion = core.completions.removeValue(forKey: operation) {
                    tasks.append(.settle(completion, result))
                }
            case .compute(let operation, let node, let isAcknowledged):
                if let function = core.functions[operation] {
                    tasks.append(.compute(operation, function, node, isAcknowledged))
                }
            case .open:
                core.generation += 1
                tasks.append(.open(generation: core.generation))
            case .close:
                core.generation += 1
                if let connection = core.connection { tasks.append(.close(connection)) }
                core.connection = nil
            case .hangUp:
                if let connection = core.connection { tasks.append(.close(connection)) }
                core.connection = nil
            case .send(let message): tasks.append(.send(message, generation: core.generation))
            case .connectionChanged(let state): tasks.append(.connectionChanged(state))
            case .diagnose(let error): tasks.append(.diagnose(error))
            }
        }
        core.state.effects = []
        if let owner { keep(owner, &core, &tasks) }
    }

    /// Keeps the owner for as long as somebody's write waits for its answer.
    private func keep(_ owner: @Sendable () -> Owner?, _ core: inout Core, _ tasks: inout Fifo<Task>) {
        if core.state.hasUnansweredWrites {
            if core.keptOwner == nil { core.keptOwner = owner() }
        } else if let kept = core.keptOwner {
            core.keptOwner = nil
            tasks.append(.letGo(kept))
        }
    }

    /// The connection that a message was meant for, unless it is gone.
    ///
    /// Asked for when the message's turn has come: the back end may have said hello before the connection was even
    /// returned.
    private func connection(_ generation: Int) -> (any LinkConnection)? {
        shell.read { $0.generation == generation ? $0.connection : nil }
    }

    private func execute(_ task: Task) {
        switch task {
        case .raise(let sink, let event): sink.event(event)
        case .end(let sink, let ending): sink.ended(ending)
        case .settle(let completion, let result): completion(result)
        case .compute(let operation, let function, let node, let isAcknowledged):
            compute(operation, function, node, isAcknowledged)
        case .open(let generation): open(generation)
        case .close(let connection): connection.close()
        case .send(let message, let generation): connection(generation)?.send(message)
        case .connectionChanged(let state): connectionChanged(state)
        case .diagnose(let error): diagnose(error)
        case .letGo: break
        }
    }

    private func compute(_ operation: OperationID, _ function: Function, _ node: Node, _ isAcknowledged: Bool) {
        do throws(EngineError) {
            let result = try function(node, isAcknowledged)
            perform { core, now in core.state.computed(operation, result, from: node, now: now) }
        } catch {
            perform { core, _ in core.state.failed(operation, error) }
        }
    }

    private func open(_ generation: Int) {
        let connection = link.open { [weak self] event in self?.received(event, generation) }
        let isWanted = perform { core, _ in
            guard core.generation == generation else { return false }
            core.connection = connection
            return true
        }
        if !isWanted { connection.close() }
    }

    private func received(_ event: LinkEvent, _ generation: Int) {
        perform { core, now in
            guard core.generation == generation else { return }
            core.state.received(event, now: now)
        }
    }
}
