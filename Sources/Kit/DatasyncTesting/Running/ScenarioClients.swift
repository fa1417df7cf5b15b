import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import DatasyncWire
import Dispatch

/// The clients, the back end and the drivers of one run.
final class ScenarioClients {
    let trace = Trace()
    /// The subscriptions whose driver reports cancellations.
    private(set) var reportingCancellation: Set<String> = []
    private let run: ScenarioRun
    private let clock: ManualClock
    private let skew: Double
    private let store: ScenarioBackend
    private let injector: FaultInjector
    private let queue = DispatchQueue(label: "conformance")
    private let drivers: [any StepDriver]
    private var clients: [String: RunningClient] = [:]
    /// The clients that have ended; drivers identify applications by their identity, which must not be reused.
    private var ended: [RunningClient] = []
    private var subscriptions: [String: (subscription: Scenario.Subscription, driver: any StepDriver)] = [:]
    private var turns = (subscriptions: 0, writes: 0)

    private struct RunningClient {
        let application: WebcomApplication
        let port: BackendPort
        let random: SeededRandom
        /// The store, if the run gives each client a store.
        let store: MemoryOfflineStore?
        var user: String?
    }

    init(_ scenario: Scenario, _ run: ScenarioRun) {
        self.run = run
        let clock = ManualClock(scenario.now)
        self.clock = clock
        skew = scenario.skew
        // The reader has validated data and rules.
        let data = (try? Node(scenario.data)) ?? .null
        let rules = (try? scenario.rules.map { json throws(DatasyncError) in try RulesDocument(json) }) ?? .open
        let initial = BackendState(data: data, rules: rules)
        injector = FaultInjector(run.fault)
        do {
            store = try ScenarioBackend(run.log, initial: initial, clock: clock)
        } catch {
            store = ScenarioBackend(immediate: initial, clock: clock)
            trace.addFailure("\(error)")
        }
        drivers =
            if let suite = run.suite { [SuiteDriver(suite, queue: queue, trace: trace)] } else {
                run.speaker.drivers(for: scenario, queue, trace)
            }
    }

    private var backend: Backend { store.backend }

    /// The data of the back end.
    var data: Node { backend.data }

    /// The number of messages that all clients have sent and received; 0 if messages pass through text.
    var messageCount: Int { injector.count }

    /// The drop of a connection, after it has happened.
    var drop: ConnectionDrop? { injector.drop }

    /// Performs a step and waits until all its events are delivered.
    func perform(_ step: Scenario.Step) {
        injector.begin(step)
        switch step {
        case .subscribe(let subscription):
            let driver = drivers[turns.subscriptions % drivers.count]
            turns.subscriptions += 1
            subscriptions[subscription.id] = (subscription, driver)
            if driver.reportsCancellation { reportingCancellation.insert(subscription.id) }
            driver.subscribe(subscription, client(subscription.client).application)
        case .unsubscribe(let id):
            guard let (subscription, driver) = subscriptions[id] else { return }
            driver.unsubscribe(subscription, client(subscription.client).application)
        case .write(let write):
            let driver = drivers[turns.writes % drivers.count]
            turns.writes += 1
            driver.perform(write, client(write.client).application)
        case .hold(let name): client(name).port.hold()
        case .release(let name): client(name).port.release()
        case .disconnect(let name): client(name).port.drop()
        case .connect(let name): client(name).port.restore()
        case .end(let name):
            guard let client = clients.removeValue(forKey: name) else { return }
            ended.append(client)
            client.application.client.engine.release()
        case .authenticate(let name, let uid):
            client(name).application.client.engine.authenticate(uid) { _ in }
            clients[name]?.user = uid
        case .rules(let json): try? backend.setRules(json)
        case .advance(let milliseconds): clock.advance(byMilliseconds: milliseconds)
        }
        deliver()
        while let name = injector.takeEnded() {
            restart(name)
            deliver()
        }
        do {
            try store.finishStep()
        } catch {
            trace.addFailure("\(error)")
        }
    }

    /// Waits for the carrier and the delivery queue; everything else is synchronous.
    ///
    /// Promise handlers may post to the queue again, so one pass is not enough.
    private func deliver() {
        repeat {
            for _ in 0..<4 { queue.sync {} }
            // A task that waits for an event has no job on the queue.
            while drivers.contains(where: \.isBusy) || isExecuting { queue.sync {} }
        } while run.carrier?.settle() == true
        for driver in drivers { driver.finishStep() }
    }

    /// Whether another thread executes effects; only the threads of a carrier do that.
    private var isExecuting: Bool {
        run.carrier != nil && clients.values.contains { !$0.application.client.engine.isIdle }
    }

    private func link(to port: BackendPort, of client: String) -> any Link {
        RequestTap(inner: untappedLink(to: port, of: client)) { [trace] in trace.addRequest($0, of: client) }
    }

    private func untappedLink(to port: BackendPort, of client: String) -> any Link {
        if let carrier = run.carrier { return carrier.link(to: port) }
        return run.goesThroughText ? TextLoopback(to: port) : FaultyLink(client: client, port: port, injector: injector)
    }

    private func client(_ name: String) -> RunningClient {
        if let client = clients[name] { return client }
        return begin(
            name, on: backend.makePort(), SeededRandom(seed: UInt64(clients.count + ended.count + 1)),
            run.hasOfflineStores ? MemoryOfflineStore() : nil)
    }

    /// Replaces an ended client with a new one over its offline store; its application signs in again.
    private func restart(_ name: String) {
        guard let ended = clients[name], let state = ended.store?.end() else { return }
        _ = begin(name, on: ended.port, ended.random, MemoryOfflineStore(state))
        if let user = ended.user {
            clients[name]?.user = user
            client(name).application.client.engine.authenticate(user) { _ in }
        }
    }

    private func begin(
        _ name: String, on port: BackendPort, _ random: SeededRandom, _ store: MemoryOfflineStore?
    ) -> RunningClient {
        let (clock, skew) = (clock, skew)
        let client = Client(
            identifier: name, link: link(to: port, of: name),
            cache: store.map { OfflineData($0.state, in: $0) } ?? OfflineData(),
            restoredWriteFailed: { _ in }, outlivesHandles: false, clock: { clock.now + skew },
            random: { random.next() })
        client.defaultQueue = queue
        // Dropped connections and empty windows are expected in scenarios.
        let diagnostics = client.diagnostics
        client.diagnostics = { error in
            if error.code != .disconnected && error.code != .invalidConstraint { diagnostics(error) }
        }
        let running = RunningClient(
            application: WebcomApplication(client: client), port: port, random: random, store: store)
        clients[name] = running
        return running
    }
}

extension ScenarioRun.Speaker {
    /// Creates the drivers that take turns.
    fileprivate func drivers(for scenario: Scenario, _ queue: DispatchQueue, _ trace: Trace) -> [any StepDriver] {
        switch self {
        case .dialect(let dialect): [dialect.driver(queue, trace)]
        case .mixed: scenario.dialects.map { $0.driver(queue, trace) }
        case .sequences: [SequenceDriver(queue: queue, trace: trace, isTyped: false)]
        case .typedSequences: [SequenceDriver(queue: queue, trace: trace, isTyped: true)]
        case .states: [StateDriver(queue: queue, trace: trace)]
        case .once: [LegacyDriver(queue: queue, trace: trace, addsOnce: true)]
        case .liveViews(let dialect): [LiveDriver(dialect, queue: queue, trace: trace)]
        }
    }
}

extension Dialect {
    func driver(_ queue: DispatchQueue, _ trace: Trace) -> any StepDriver {
        switch self {
        case .legacy: LegacyDriver(queue: queue, trace: trace)
        case .callback: CallbackDriver(queue: queue, trace: trace)
        case .async: AsyncDriver(queue: queue, trace: trace)
        }
    }
}
