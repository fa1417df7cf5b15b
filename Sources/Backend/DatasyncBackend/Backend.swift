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

    /// Executes a client's request about webhooks, whose rights are decided.
    package typealias WebhookHost = @Sendable (WebhookCall) async -> WebhookCall.Outcome

    struct Core: Sendable {
        var state: BackendState
        var log: (any CommitLog)?
        /// The state before the first record.
        var initial = DatabaseState()
        var subscription: ApplicationOwned<any LogSubscription>?
        /// The number of times that the log was followed; events of earlier subscriptions are ignored.
        var reading = 0
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
        /// The reason why the log cannot be read or written; `nil` once it has delivered a record.
        var unavailability: String?
        /// The closures to call when a read without a session need not wait any more.
        var whenLatest: [Int: ApplicationOwned<@Sendable () -> Void>] = [:]
        var lastRead = 0
        /// Whether a call every second, or one that repeats a lost start, is due.
        var isTimed = false
        var isRepeatingStart = false
    }

    /// The receivers of a push for several ports.
    struct Joined: Sendable {
        let ports: [PortID]
        /// The joined receiver of all that can be joined comes first, then the others.
        let receivers: [ApplicationOwned<any PortReceiver>]
    }

    enum PendingEffect: Sendable {
        case deliver(ApplicationOwned<any PortReceiver>, LinkEvent)
        case append([LogEntry], any CommitLog)
        case storeSnapshot(LogSnapshot, any CommitLog)
        /// Reports that the server accepts connections, or the reason why it never will.
        case reportStart(ApplicationOwned<@Sendable (String?) -> Void>, String?)
        /// Reads the log again, after a number of failed attempts.
        case reload(failures: Int)
        /// Asks the log for its latest position.
        case askLatest(any CommitLog)
        case reportLatest(ApplicationOwned<@Sendable () -> Void>)
        /// Begins a new run, because another server has ended this one.
        case beginRun
        /// Appends a lost start again after a while.
        case repeatStart(failures: Int)
        /// Passes a second on to the state.
        case wait
        /// Passes a message to the operators.
        case diagnose(String)
        /// Removes the listens of ended sessions, a few at a time.
        case removeListens
        /// Passes a request about webhooks on to their host.
        case callWebhooks(WebhookCall)
        /// Builds an index outside the lock.
        case buildIndex(IndexWork)
        case reportIndex(ApplicationOwned<@Sendable () -> Void>)
        /// Releases a receiver outside the lock.
        case release(ApplicationOwned<any PortReceiver>)
        case cancel(ApplicationOwned<any LogSubscription>)
    }

    /// The maximum number of deliveries that one call executes before the executor takes over; a joined one counts once.
    static let callLimit = 64
    /// The default number of deliveries per run of the executor, so that its other work is not delayed.
    package static let usualSlice = 256

    let shell: Shell<Core, PendingEffect>
    package let namespace: LogNamespace?
    let clock: @Sendable () -> Double
    let run: ServerRun
    let executor: Executor?
    /// Applies the records, so that the log can write the next ones meanwhile.
    let inbox: Inbox?
    private let laterExecutor: Executor?
    let diagnose: @Sendable (String) -> Void
    /// Called before a snapshot is stored; returns whether it may be.
    let beforeSnapshot: @Sendable (LogPosition) async -> Bool
    /// The host of the webhooks; `nil` if there are none.
    private let webhooks: WebhookHost?
    /// Runs closures after a delay; without it, a lost start is repeated at once, nothing else is, and no wait has
    /// a limit.
    let timer: WorkQueue?
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
        timer = nil
        run = ServerRun(0)
        diagnose = { _ in }
        beforeSnapshot = { _ in true }
        webhooks = nil
    }

    /// Creates a back end over a log; connections wait until ``start(_:)`` has read the log.
    ///
    /// - Parameters:
    ///   - namespace: The namespace in the log.
    ///   - run: The run of the server.
    ///   - users: The other users of the log.
    ///   - host: The address in the greeting.
    ///   - listenLimit: The maximum number of listens of a session.
    ///   - onDisconnectLimit: The maximum size of a session's on-disconnect writes, in bytes.
    ///   - requiresIndexes: Whether reads of many children need an index that the rules declare.
    ///   - startRules: The rules to set before the first connection; `nil` if those of the log remain.
    ///   - clock: Returns the time in milliseconds since the Unix epoch.
    ///   - executor: As without a log; without one, as in deterministic tests, the log's call also applies the records.
    ///   - laterExecutor: As without a log.
    ///   - sliceLimit: As without a log.
    ///   - delivered: As without a log.
    ///   - join: As without a log.
    ///   - beforeSnapshot: Called with the position of each snapshot before it is stored; returns whether it may be.
    ///   - webhooks: The host of the webhooks; `nil` refuses requests about them.
    ///   - diagnose: Receives messages about the log, on any thread.
    package init(
        namespace: LogNamespace, run: ServerRun, beside users: LogUsers = .none, host: String = "embedded",
        listenLimit: Int = .max,
        onDisconnectLimit: Int = .max, requiresIndexes: Bool = false, startRules: StartRules? = nil,
        clock: @escaping @Sendable () -> Double, executor: Executor? = nil, laterExecutor: Executor? = nil,
        sliceLimit: Int = usualSlice,
        delivered: @escaping @Sendable () -> Void = {}, join: Join? = nil,
        beforeSnapshot: @escaping @Sendable (LogPosition) async -> Bool = { _ in true }, webhooks: WebhookHost? = nil,
        diagnose: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.join = join
        self.sliceLimit = sliceLimit
        self.delivered = delivered
        self.run = run
        var state = BackendState(
            following: DatabaseState(), at: nil, as: run.takePlace(), beside: users, host: host)
        state.listenLimit = listenLimit
        state.onDisconnectLimit = onDisconnectLimit
        state.requiresIndexes = requiresIndexes
        state.startRules = startRules
        state.hasWebhooks = webhooks != nil
        shell = Shell(Core(state: state))
        self.namespace = namespace
        self.clock = clock
        self.executor = executor
        self.laterExecutor = laterExecutor ?? executor
        inbox = executor == nil ? nil : Inbox(label: "datasync.backend.records")
        timer = executor == nil ? nil : WorkQueue(label: "datasync.backend.timer")
        self.beforeSnapshot = beforeSnapshot
        self.webhooks = webhooks
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
    /// The number of the server's run.
    package var runNumber: UInt64 { shell.read(\.state.run) }
    package var position: LogPosition? { shell.read { $0.state.position } }

    /// Whether nothing is pending: no delivery, no record from the log, and no entry or connection that waits for the log.
    package var isIdle: Bool { inbox?.isEmpty ?? true && shell.isIdle && !shell.read(\.state.waitsForLog) }

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

    package func perform(_ body: @Sendable (inout BackendState, _ now: Double) -> [BackendState.Delivery]) {
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

    // MARK: The shell

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

    private func callWebhooks(_ call: WebhookCall) {
        guard let webhooks else { return }
        Task { [weak self] in
            let outcome = await webhooks(call)
            self?.perform { state, _ in state.respond(outcome, to: call) }
        }
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
        case .reload(let failures): reload(after: failures)
        case .askLatest(let log): askLatest(log)
        case .reportLatest(let closure): closure.value()
        case .beginRun: beginRun()
        case .repeatStart(let failures): repeatStart(after: failures)
        case .wait: waitForSecond()
        case .diagnose(let message): diagnose(namespace.map { "namespace \($0.name): \(message)" } ?? message)
        case .removeListens: removeListens()
        case .callWebhooks(let call): callWebhooks(call)
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
            queueWaiting(log, &core, &pending)
        }
        for call in core.state.takeWebhookCalls() { pending.append(.callWebhooks(call)) }
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
