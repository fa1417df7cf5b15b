import DatasyncBackend
import DatasyncConcurrency
import DatasyncLog
import DatasyncTree
import Dispatch

/// A run of clients on back ends over one log.
final class HistoryRun: Sendable {
    private struct Server: Sendable {
        let backend: Backend
        let log: SeveredLog
    }

    private let suite: SharedLogSuite
    private let log: any CommitLog
    private let namespace: LogNamespace
    private let world: HistoryClient.World
    /// The fault of the first back end's log, and its way to the log.
    private let fault: LogFault?
    private let way: FaultPointLog?
    private let servers = Guarded<[Server]>([])

    init(_ suite: SharedLogSuite) async throws {
        self.suite = suite
        (fault, way) = (nil, nil)
        log = try await suite.makeLog()
        namespace = try LogNamespace("histories")
        world = HistoryClient.World(seed: suite.seed, mayLose: suite.lostTails > 0, stay: suite.stay)
    }

    /// Creates a run with one fault between the first back end and the log, at one of its appends.
    ///
    /// Every other client stays on the last back end. Two more clients only listen: one on the last back end, one on the
    /// first, or on any if the first stops.
    init(_ suite: SharedLogSuite, _ fault: LogFault, at append: Int, of log: FaultyLog) throws {
        self.suite = suite
        (self.fault, self.log) = (fault, log)
        way = FaultPointLog(fault, at: append, of: log)
        namespace = try LogNamespace("histories")
        // Among many counters, a change that does not arrive is not hidden by the next one.
        world = HistoryClient.World(
            seed: suite.seed, mayLose: fault.mayLose, stay: suite.stay, places: 40, farewells: 1)
    }

    /// The data of all back ends that run.
    var data: [Node] { servers.withLock { $0.map(\.backend.data) } }

    /// Runs all operations.
    ///
    /// - Returns: What the clients have recorded, and the records of the log.
    func outcome() async throws -> (histories: [History], records: [LogRecord]) {
        for _ in 0..<suite.backends { try await startServer() }
        let clients = makeClients()
        for client in clients { client.start() }
        let faults = Task { try await makeFaults(clients) }
        try await waitUntil("all operations have a response", milliseconds: 300_000 + suite.operations / 5) {
            clients.allSatisfy(\.isDone)
        }
        try await faults.value
        try await settle(clients)
        let shown = clients.map(\.history.shown)
        for client in clients { client.finish() }
        try await settle(clients)
        let histories = zip(clients, shown).map { client, shown in
            var history = client.history
            history.shown = shown
            return history
        }
        return (histories, try await records())
    }

    private func makeClients() -> [HistoryClient] {
        let (first, last) = servers.withLock { ($0.first?.backend, $0.last?.backend) }
        let clients = (0..<suite.clients).map { name in
            HistoryClient(
                name, in: world, operations: suite.operations / suite.clients,
                home: fault != nil && !name.isMultiple(of: 2) ? last : nil)
        }
        guard let fault else { return clients }
        let observers = [fault.stops ? nil : first, last].enumerated().map { index, home in
            HistoryClient(suite.clients + index, in: world, operations: 0, home: home)
        }
        return clients + observers
    }

    private func startServer() async throws {
        let random = world.random
        let isFirst = servers.withLock(\.isEmpty)
        let log: any CommitLog = if isFirst, let way { way } else { log }
        let server = Server(backend: try makeBackend(ServerRun(random.next() | 1)), log: SeveredLog(log))
        try await server.backend.start(server.log)
        servers.withLock { $0.append(server) }
        world.backends.withLock { $0.append(server.backend) }
    }

    private func makeBackend(_ run: ServerRun) throws -> Backend {
        Backend(
            namespace: namespace, run: run, beside: .servers,
            clock: { Double(DispatchTime.now().uptimeNanoseconds / 1_000_000) },
            executor: { DispatchQueue.global().async(execute: $0) })
    }

    /// Stops back ends and loses tails while the clients work.
    private func makeFaults(_ clients: [HistoryClient]) async throws {
        if let fault, let way {
            try await waitUntil("the fault happens") { way.hasHappened }
            if fault.stops { try await stopServer() }
            if fault == .suspended {
                let (suspended, other) = servers.withLock { ($0.first?.backend, $0.last?.backend) }
                if let suspended { other?.endRun(suspended.runNumber) }
            }
            if fault == .away, let other = servers.withLock(\.last)?.backend {
                try await waitUntil("the other back end goes on meanwhile", milliseconds: LogFault.outage - 2_000) {
                    clients.allSatisfy { !$0.stays(on: other) || $0.isDone }
                }
            }
        }
        for _ in 0..<max(suite.stops, suite.lostTails) {
            await pause(milliseconds: 100 + world.random.below(300))
            if suite.stops > 0 { try await stopServer() }
            if suite.lostTails > 0, let log = log as? FaultyLog {
                log.loseTail(1 + world.random.below(50), of: namespace)
            }
        }
    }

    /// Cuts a back end off, ends its run from another one, and starts a new back end.
    private func stopServer() async throws {
        let (stopped, other) = servers.withLock { servers in (servers.removeFirst(), servers.first) }
        world.backends.withLock { backends in backends.removeAll { $0 === stopped.backend } }
        stopped.log.cut()
        try await startServer()
        other?.backend.endRun(stopped.backend.runNumber)
        // Its clients find out when their connections are closed.
        stopped.backend.fail(because: "The back end was stopped.")
    }

    /// Waits until the clients have sent everything, and all back ends have applied the same records.
    private func settle(_ clients: [HistoryClient]) async throws {
        var last: [LogPosition?] = []
        for _ in 0..<3_000 {
            await pause(milliseconds: 10)
            // A thread that ends a client's connection may have to wait for a processor.
            let isSent = clients.allSatisfy(\.isIdle)
            let positions = servers.withLock { $0.map(\.backend.position) }
            let isQuiet = isSent && servers.withLock { $0.allSatisfy(\.backend.isIdle) } && way?.isIdle != false
            if isQuiet, positions == last, Set(positions).count == 1 { return }
            last = positions
        }
        throw Violation(description: "the back ends do not settle: \(last)")
    }

    private func records() async throws -> [LogRecord] {
        if let log = log as? FaultyLog { return log.records(of: namespace) }
        let end = servers.withLock { $0.first?.backend.position }
        let (stream, continuation) = AsyncStream.makeStream(of: [LogRecord].self)
        let subscription = log.follow(namespace, after: nil) { event in
            if case .records(let records) = event { continuation.yield(records) }
        }
        defer { subscription.cancel() }
        var records: [LogRecord] = []
        for await more in stream {
            records += more
            if let last = records.last, let end, last.position >= end { break }
        }
        return records
    }
}
