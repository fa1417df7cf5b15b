package import DatasyncConcurrency
package import DatasyncLog
package import DatasyncTree
import DatasyncWire

/// An embedded back end: the authority over one tree of data, in process, for any number of clients.
///
/// Without a log, it applies a write at once. With one, it appends the write, and applies it when the log delivers it:
///
/// ```
///  request ──▶ state ──entry──▶ log ──record──▶ state ──▶ pushes, then the response
/// ```
///
/// Safe to use from any thread. The events of a port are delivered in order.
package final class Backend: Sendable {
    /// Returns a receiver that passes each event on to several receivers that can be joined; called under a lock.
    package typealias Join = @Sendable ([any PortReceiver]) -> any PortReceiver

    struct Core: Sendable {
        var state: BackendState
        var log: (any CommitLog)?
        var subscription: ApplicationOwned<any LogSubscription>?
        /// The receiver of each port's events, from its first connection until its release.
        var receivers: [PortID: ApplicationOwned<any PortReceiver>] = [:]
        /// The receivers for the latest push to several ports; `nil` if one of them has another receiver now.
        var joined: Joined?
        /// The closures to call when the server accepts connections or has failed.
        var whenStarted: [ApplicationOwned<@Sendable (String?) -> Void>] = []
        /// The closures to call when an index has been built.
        var whenIndexed: [IndexWork.ID: [ApplicationOwned<@Sendable () -> Void>]] = [:]
        var isStoringSnapshot = false
        var isRemovingListens = false
        /// The reason why the log cannot be written; `nil` once it has delivered a record.
        var unavailability: String?
    }

    /// The receivers of a push for several ports.
    struct Joined: Sendable {
        let ports: [PortID]
        /// The joined receiver of all that can be joined comes first, then the others.
        let receivers: [ApplicationOwned<any PortReceiver>]
    }

    enum PendingEffect: Sendable {
        case deliver(ApplicationOwned<any PortReceiver>, LinkEvent)
        case append([Entry], any CommitLog)
        case storeSnapshot(Snapshot, any CommitLog)
        /// Reports that the server accepts connections, or the reason why it never will.
        case reportStart(ApplicationOwned<@Sendable (String?) -> Void>, String?)
        case reload
        /// Removes the listens of ended sessions, a few at a time.
        case removeListens
        /// Builds an index outside the lock.
        case buildIndex(IndexWork)
        case reportIndex(ApplicationOwned<@Sendable () -> Void>)
        /// Releases a receiver outside the lock.
        case release(ApplicationOwned<any PortReceiver>)
        case cancel(ApplicationOwned<any LogSubscription>)
    }

    /// The maximum number of deliveries that one call executes before the executor takes over; a joined one counts once.
    private static let callLimit = 64
    /// The default number of deliveries per run of the executor, so that its other work is not delayed.
    package static let usualSlice = 256

    let shell: Shell<Core, PendingEffect>
    package let namespace: Namespace?
    let clock: @Sendable () -> Double
    private let executor: Executor?
    /// Applies the records, so that the log can write the next ones meanwhile.
    private let inbox: Inbox?
    private let laterExecutor: Executor?
    private let diagnose: @Sendable (String) -> Void
    private let sliceLimit: Int
    private let delivered: @Sendable () -> Void
    private let join: Join?

    /// Creates a back end without a log.
    ///
    /// - Parameters:
    ///   - state: The initial state.
    ///   - clock: Returns the time in milliseconds since the Unix epoch.
    ///   - executor: Runs the deliveries above a call's limit; without one, the draining call executes all of them.
    ///   - laterExecutor: Runs work that may wait for some milliseconds; without it, the executor does.
    ///   - sliceLimit: The number of deliveries after which the executor's other work gets a turn.
    ///   - delivered: Called after deliveries, before another thread makes further ones.
    ///   - join: Joins the receivers of a push to several ports; without it, each is called separately.
    package init(
        _ state: BackendState = BackendState(), clock: @escaping @Sendable () -> Double, executor: Executor? = nil,
        laterExecutor: Executor? = nil, sliceLimit: Int = usualSlice, delivered: @escaping @Sendable () -> Void = {},
        join: Join? = nil
    ) {
        self.join = join
        self.sliceLimit = sliceLimit
        self.delivered = delivered
        shell = Shell(Core(state: state))
        namespace = nil
        self.clock = clock
        self.executor = executor
        self.laterExecutor = laterExecutor ?? executor
        inbox = nil
        diagnose = { _ in }
    }

    /// Creates a back end over a log; connections wait until ``start(_:)`` has read the log.
    ///
    /// - Parameters:
    ///   - namespace: The namespace in the log.
    ///   - run: A number that no server of the namespace has used before.
    ///   - host: The address in the greeting.
    ///   - listenLimit: The maximum number of listens of a session.
    ///   - onDisconnectLimit: The maximum size of a session's on-disconnect writes, in bytes.
    ///   - requiresIndexes: Whether reads of many children need an index that the rules declare.
    ///   - clock: Returns the time in milliseconds since the Unix epoch.
    ///   - executor: As without a log; without one, as in deterministic tests, the log's call also applies the records.
    ///   - laterExecutor: As without a log.
    ///   - sliceLimit: As without a log.
    ///   - delivered: As without a log.
    ///   - join: As without a log.
    ///   - diagnose: Receives messages about the log, on any thread.
    package init(
        namespace: Namespace, run: UInt64, host: String = "embedded", listenLimit: Int = .max,
        onDisconnectLimit: Int = .max, requiresIndexes: Bool = false,
        clock: @escaping @Sendable () -> Double, executor: Executor? = nil, laterExecutor: Executor? = nil,
        sliceLimit: Int = usualSlice,
        delivered: @escaping @Sendable () -> Void = {}, join: Join? = nil,
        diagnose: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.join = join
        self.sliceLimit = sliceLimit
        self.delivered = delivered
        var state = BackendState(following: DatabaseState(), at: nil, run: run, host: host)
        state.listenLimit = listenLimit
        state.onDisconnectLimit = onDisconnectLimit
        state.requiresIndexes = requiresIndexes
        shell = Shell(Core(state: state))
        self.namespace = namespace
        self.clock = clock
        self.executor = executor
        self.laterExecutor = laterExecutor ?? executor
        inbox = executor == nil ? nil : Inbox(label: "datasync.backend.records")
        self.diagnose = diagnose
    }

    deinit {
        shell.read { $0.subscription }?.value.cancel()
    }

    /// Creates the link of one more client.
    ///
    /// - Parameters:
    ///   - signInCheck: Decides about credentials, outside all locks; without one, a credential is the user's identifier.
    ///   - host: The address that the client connects to next; by default the back end's.
    /// - Returns: The link.
    package func makePort(signInCheck: SignInCheck? = nil, host: String? = nil) -> BackendPort {
        let id = change { core, _, _ in core.state.makePort(host: host) }
        return BackendPort(backend: self, id: id, signInCheck: signInCheck)
    }

    package var data: Node { shell.read { $0.state.data } }
    package var database: DatabaseState { shell.read { $0.state.database } }
    package var position: Position? { shell.read { $0.state.position } }

    /// Whether no delivery and no record from the log is pending.
    package var isIdle: Bool { inbox?.isEmpty ?? true && shell.isIdle }

    /// Replaces the rules; rejects invalid rules and keeps the current ones.
    package func setRules(_ json: JSON) throws(DatasyncError) { setRules(try RulesDocument(json)) }

    /// Replaces the rules.
    package func setRules(_ rules: RulesDocument) {
        perform { state, now in state.setRules(rules, now: now) }
    }

    /// Writes a value without checking the rules.
    package func write(_ value: WriteValue, at path: Path) throws(DatasyncError) {
        let result: Result<Void, DatasyncError> = perform {
            state, now -> (Result<Void, DatasyncError>, [BackendState.Delivery]) in
            do throws(DatasyncError) {
                return (.success(()), try state.write(value, at: path, now: now))
            } catch {
                return (.failure(error), [])
            }
        }
        try result.get()
    }

    /// Waits until the log has been read, or reading it has failed.
    package func waitUntilRead() async {
        await withCheckedContinuation { continuation in whenStarted { _ in continuation.resume() } }
    }

    func open(_ port: PortID, _ receiver: any PortReceiver) -> SessionID? {
        change { core, pending, now in
            // The client has opened a new connection, so an earlier connection of the port receives no more events.
            Self.replaceReceiver(of: port, by: ApplicationOwned(receiver), &core, &pending)
            let (session, deliveries) = core.state.opened(port, now: now)
            queue(deliveries, &core, &pending)
            return session
        }
    }

    func remove(_ port: PortID) {
        change { core, pending, now in
            Self.replaceReceiver(of: port, by: nil, &core, &pending)
            queue(core.state.removePort(port, now: now), &core, &pending)
        }
    }

    private static func replaceReceiver(
        of port: PortID, by receiver: ApplicationOwned<any PortReceiver>?, _ core: inout Core,
        _ pending: inout [PendingEffect]
    ) {
        let earlier = core.receivers[port]
        core.receivers[port] = receiver
        guard let earlier else { return }
        pending.append(.release(earlier))
        if let joined = core.joined, joined.ports.contains(port) {
            core.joined = nil
            pending += joined.receivers.map { .release($0) }
        }
    }

    func isHeld(_ port: PortID) -> Bool { shell.read { $0.state.ports[port]?.isHeld ?? false } }

    func perform(_ body: @Sendable (inout BackendState, _ now: Double) -> [BackendState.Delivery]) {
        perform { state, now in ((), body(&state, now)) }
    }

    private func perform<Result: Sendable>(
        _ body: (inout BackendState, _ now: Double) -> (Result, [BackendState.Delivery])
    ) -> Result {
        change { core, pending, now in
            let (result, deliveries) = body(&core.state, now)
            queue(deliveries, &core, &pending)
            return result
        }
    }

    // MARK: The log

    /// Reads the log, then accepts connections.
    ///
    /// - Throws: The error of the log or of its latest snapshot; from then on, connections are refused with its message.
    package func start(_ log: any CommitLog) async throws {
        try await follow(log)
        let reason = await withCheckedContinuation { continuation in
            whenStarted { continuation.resume(returning: $0) }
        }
        if let reason { throw LogError(.operationFailed, reason) }
    }

    /// Refuses all connections from now on.
    package func fail(because reason: String) {
        change { core, pending, now in
            queue(core.state.fail(because: reason, now: now), &core, &pending)
        }
    }

    private func whenStarted(_ closure: @escaping @Sendable (String?) -> Void) {
        change { core, pending, _ in
            core.whenStarted.append(ApplicationOwned(closure))
            queue([], &core, &pending)
        }
    }

    /// Reads the latest snapshot, and applies the records after it.
    private func follow(_ log: any CommitLog) async throws {
        guard let namespace else { return }
        do {
            let snapshot = try await log.latestSnapshot(of: namespace)
            let state = if let snapshot { try await DatabaseState(snapshot) } else { DatabaseState() }
            begin(log, from: state, at: snapshot?.position)
        } catch {
            fail(because: (error as? LogError)?.message ?? "The log cannot be read: \(error)")
            throw error
        }
    }

    /// Follows a log from a state, and takes part once all its records have been applied.
    package func begin(_ log: any CommitLog, from state: DatabaseState, at position: Position?) {
        change { core, pending, now in
            core.log = log
            queue(core.state.restart(from: state, at: position, now: now), &core, &pending)
        }
        follow(log, after: position)
        change { core, pending, _ in
            core.state.start()
            queue([], &core, &pending)
        }
    }

    /// Continues with another log that holds the same records, from a state restored from it.
    package func proceed(with log: any CommitLog, from state: DatabaseState, at position: Position?) {
        change { core, _, _ in
            core.log = log
            core.state.replace(state, at: position)
        }
        follow(log, after: position)
    }

    private func follow(_ log: any CommitLog, after position: Position?) {
        guard let namespace else { return }
        let subscription = log.follow(namespace, after: position) { [weak self] event in
            guard let self else { return }
            guard let inbox else { return received(event) }
            inbox.send(weight: event.weight) { self.received(event) }
        }
        change { core, pending, _ in
            if let earlier = core.subscription { pending.append(.cancel(earlier)) }
            core.subscription = ApplicationOwned(subscription)
        }
    }

    private func received(_ event: LogEvent) {
        switch event {
        case .records(let records):
            // The executor makes the deliveries while the next records are applied.
            change(limit: inbox == nil ? Self.callLimit : 0) { core, pending, now in
                core.unavailability = nil
                for record in records {
                    do throws(DatasyncError) {
                        queue(try core.state.apply(record, now: now), &core, &pending)
                    } catch {
                        let reason = "The record at \(record.position) cannot be applied. \(error.message)"
                        queue(core.state.fail(because: reason, now: now), &core, &pending)
                    }
                }
            }
        case .snapshotDue: storeSnapshot()
        case .unavailable(let reason):
            // A back end that refuses all connections expects its log to be closed.
            let isExpected = change { core, _, _ in
                core.unavailability = reason
                return core.state.startOutcome?.failure != nil
            }
            if !isExpected { diagnose(reason) }
        case .mustReload:
            change { core, pending, now in
                let reason = "The records that the server needs are no longer in the log; it reads the latest snapshot."
                queue(core.state.endSessions(because: reason, now: now), &core, &pending)
                pending.append(.reload)
            }
        }
    }

    /// Stores a snapshot of the current state, unless one is being stored.
    private func storeSnapshot() {
        change { core, pending, _ in
            guard let log = core.log, let position = core.state.position, !core.isStoringSnapshot else { return }
            core.isStoringSnapshot = true
            let database = core.state.database
            let snapshot = Snapshot(
                position: position, time: Milliseconds(Int64(database.time)), body: database.snapshotBody)
            pending.append(.storeSnapshot(snapshot, log))
        }
    }

    private func store(_ snapshot: Snapshot, in log: any CommitLog) {
        guard let namespace else { return }
        Task { [weak self, diagnose] in
            do {
                try await log.store(snapshot, of: namespace)
            } catch {
                diagnose("The \(snapshot) could not be stored; the log keeps all records. \(error)")
            }
            self?.change { core, _, _ in core.isStoringSnapshot = false }
        }
    }

    private func reload() {
        guard let log = shell.read({ $0.log }) else { return }
        Task { [weak self, diagnose] in
            do {
                try await self?.follow(log)
            } catch {
                diagnose("The log could not be read again. \(error)")
            }
        }
    }

    private func removeListens() {
        guard let laterExecutor else {
            change { core, _, _ in
                while core.state.removeEndedListens() {}
                core.isRemovingListens = false
            }
            return
        }
        // The pause lets threads that wait for the lock wake up and take it.
        laterExecutor { [weak self] in
            guard let self else { return }
            let hasMore = change { core, _, _ in
                let hasMore = core.state.removeEndedListens()
                core.isRemovingListens = hasMore
                return hasMore
            }
            if hasMore { removeListens() }
        }
    }

    private func append(_ entries: [Entry], to log: any CommitLog) {
        guard let namespace else { return }
        log.append(entries, to: namespace) { [weak self] reason in
            guard let self else { return }
            change { core, pending, now in
                queue(core.state.lost(entries, because: reason, now: now), &core, &pending)
            }
        }
    }

    // MARK: The shell

    @discardableResult
    func change<Result: Sendable>(
        limit: Int = callLimit, _ body: (inout Core, inout [PendingEffect], _ now: Double) -> Result
    ) -> Result {
        let now = clock()
        let (result, handsOver) = shell.perform(
            limit: executor == nil ? nil : limit, execute, finish: delivered
        ) { core, pending in
            body(&core, &pending, now)
        }
        if handsOver { continueDraining() }
        return result
    }

    private func continueDraining() {
        executor? { [self] in
            if shell.drain(atMost: sliceLimit, execute, finish: delivered) { continueDraining() }
        }
    }

    private func execute(_ effect: PendingEffect) {
        switch effect {
        case .deliver(let receiver, let event): receiver.value.receive(event)
        case .append(let entries, let log): append(entries, to: log)
        case .storeSnapshot(let snapshot, let log): store(snapshot, in: log)
        case .reportStart(let closure, let reason): closure.value(reason)
        case .reload: reload()
        case .removeListens: removeListens()
        case .buildIndex(let work): if let executor { executor { self.build(work) } } else { build(work) }
        case .reportIndex(let closure): closure.value()
        case .release: break
        case .cancel(let subscription): subscription.value.cancel()
        }
    }

    func queue(
        _ deliveries: [BackendState.Delivery], _ core: inout Core, _ pending: inout [PendingEffect]
    ) {
        for delivery in deliveries {
            if delivery.ports.count > 1, let join {
                let receivers = Self.receivers(for: delivery.ports, join, &core, &pending)
                pending += receivers.map { .deliver($0, delivery.event) }
            } else {
                for port in delivery.ports {
                    if let receiver = core.receivers[port] { pending.append(.deliver(receiver, delivery.event)) }
                }
            }
        }
        if let log = core.log {
            let entries = core.state.takeEntries()
            if !entries.isEmpty { pending.append(.append(entries, log)) }
        }
        for work in core.state.takeIndexWork() { pending.append(.buildIndex(work)) }
        if core.state.hasEndedListens, !core.isRemovingListens {
            core.isRemovingListens = true
            pending.append(.removeListens)
        }
        guard !core.whenStarted.isEmpty, let outcome = core.state.startOutcome else { return }
        for closure in core.whenStarted { pending.append(.reportStart(closure, outcome.failure)) }
        core.whenStarted = []
    }

    /// Returns the receivers for several ports; the same objects as long as pushes go to the same ports.
    private static func receivers(
        for ports: [PortID], _ join: Join, _ core: inout Core, _ pending: inout [PendingEffect]
    ) -> [ApplicationOwned<any PortReceiver>] {
        if let joined = core.joined {
            if joined.ports == ports { return joined.receivers }
            pending += joined.receivers.map { .release($0) }
        }
        let present = ports.compactMap { core.receivers[$0] }
        let joining = present.filter(\.value.canJoin)
        var receivers = present.filter { !$0.value.canJoin }
        if !joining.isEmpty { receivers.insert(ApplicationOwned(join(joining.map(\.value))), at: 0) }
        core.joined = Joined(ports: ports, receivers: receivers)
        return receivers
    }
}

extension LogEvent {
    /// A measure of the memory: the number of records plus the kibibytes of their bodies.
    fileprivate var weight: Int {
        guard case .records(let records) = self else { return 1 }
        return records.reduce(1) { $0 + 1 + $1.entry.body.count >> 10 }
    }
}
