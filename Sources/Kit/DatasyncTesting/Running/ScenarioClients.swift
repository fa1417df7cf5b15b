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
    /// The dialects that take turns.
    private let suites: [DialectSuite]
    private var clients: [String: RunningClient] = [:]
    private var ended: [RunningClient] = []
    /// The subscriptions by id, each with the index of its dialect.
    private var subscriptions: [String: (subscription: DialectSubscription, suite: Int)] = [:]
    private var turns = (subscriptions: 0, writes: 0)

    private struct RunningClient {
        let application: WebcomApplication
        /// The drivers of the dialects.
        let drivers: [any DialectDriver]
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
        suites = run.suite.map { [$0] } ?? scenario.dialects.map(\.suite)
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
            let suite = turns.subscriptions % suites.count
            turns.subscriptions += 1
            let made = DialectSubscription(subscription, trace)
            subscriptions[subscription.id] = (made, suite)
            if suites[suite].features.contains(.cancellations) { reportingCancellation.insert(subscription.id) }
            client(subscription.client).drivers[suite].subscribe(made)
        case .unsubscribe(let id):
            guard let (subscription, suite) = subscriptions[id] else { return }
            client(subscription.source.client).drivers[suite].unsubscribe(subscription)
        case .write(let write):
            let suite = turns.writes % suites.count
            turns.writes += 1
            perform(DialectWrite(write, trace), client(write.client), suite)
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

    /// Performs a write in a dialect, or below it if it writes a priority and the dialect has none.
    private func perform(_ write: DialectWrite, _ client: RunningClient, _ suite: Int) {
        let driver = client.drivers[suite]
        let isDone =
            !driver.writesPriorities
            && write.source.performPriorityWrite(client.application) { [queue] error in
                queue.async { write.complete(error) }
            }
        if !isDone { driver.perform(write) }
    }

    private var drivers: [any DialectDriver] { (Array(clients.values) + ended).flatMap(\.drivers) }

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
        let application = WebcomApplication(client: client)
        let running = RunningClient(
            application: application, drivers: suites.map { $0.makeDriver(application, queue) }, port: port,
            random: random, store: store)
        clients[name] = running
        return running
    }
}
