package import DatasyncBackend
package import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
package import DatasyncTree
package import DatasyncWire
import Dispatch

/// The clients, the back end and the drivers of one run.
package final class ScenarioClients {
    package let trace = Trace()
    /// The subscriptions whose driver reports cancellations.
    private(set) var reportingCancellation: Set<String> = []
    private let run: ScenarioRun
    private let clock: ManualClock
    private let skew: Double
    /// The back ends and their log.
    private let log: ScenarioBackends
    /// Returns the link of a client to its port.
    package var link: (_ port: BackendPort, _ client: String) -> any Link
    /// Returns the offline cache that a client begins with.
    package var cache: (_ client: String) -> OfflineData = { _ in OfflineData() }
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
        var user: String?
    }

    package init(_ scenario: Scenario, _ run: ScenarioRun) {
        self.run = run
        let clock = ManualClock(scenario.now)
        self.clock = clock
        skew = scenario.skew
        // The reader has validated data and rules.
        let data = (try? Node(scenario.data)) ?? .null
        let rules = (try? scenario.rules.map { json throws(DatasyncError) in try RulesDocument(json) }) ?? .open
        let initial = BackendState(data: data, rules: rules)
        var logged: ScenarioBackends?
        do {
            logged = try run.log?.makeBackends(initial, clock: clock)
        } catch {
            trace.addFailure("\(error)")
        }
        log = logged ?? ScenarioBackends([Backend(initial) { clock.now }])
        link = { port, _ in
            if let carrier = run.carrier { return carrier.link(to: port) }
            return run.goesThroughText ? TextLoopback(to: port) : port
        }
        suites = run.suite.map { [$0] } ?? scenario.dialects.map(\.suite)
    }

    /// The data of the back end.
    package var data: Node { log.backends[0].data }

    /// Performs a step and waits until all its events are delivered.
    package func perform(_ step: Scenario.Step) {
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
        case .rules(let json): try? log.backends[0].setRules(json)
        case .advance(let milliseconds): clock.advance(byMilliseconds: milliseconds)
        }
        deliver()
    }

    /// Replaces a client with a new one, whose application signs in again.
    package func restart(_ name: String) {
        guard let ended = clients[name] else { return }
        let client = begin(name, on: ended.port, ended.random, user: ended.user)
        if let user = ended.user { client.application.client.engine.authenticate(user) { _ in } }
        deliver()
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
        } while run.carrier?.settle() == true || log.settle?() == true
        for driver in drivers { driver.finishStep() }
        do {
            try log.finishStep()
        } catch {
            trace.addFailure("\(error)")
        }
    }

    /// Whether another thread executes effects; only the threads of a carrier or a log do that.
    private var isExecuting: Bool {
        (run.carrier != nil || log.settle != nil) && clients.values.contains { !$0.application.client.engine.isIdle }
    }

    private func client(_ name: String) -> RunningClient {
        if let client = clients[name] { return client }
        let number = clients.count + ended.count
        return begin(
            name, on: log.backends[number % log.backends.count].makePort(), SeededRandom(seed: UInt64(number + 1)))
    }

    private func begin(
        _ name: String, on port: BackendPort, _ random: SeededRandom, user: String? = nil
    ) -> RunningClient {
        let (clock, skew) = (clock, skew)
        let client = Client(
            identifier: name,
            link: RequestTap(inner: link(port, name)) { [trace] in trace.addRequest($0, of: name) },
            cache: cache(name), restoredWriteFailed: { _ in }, outlivesHandles: false, clock: { clock.now + skew },
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
            random: random, user: user)
        clients[name] = running
        return running
    }
}
