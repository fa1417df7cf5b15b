import DatasyncBackend
import DatasyncConcurrency
public import DatasyncLog
import DatasyncTree
import DatasyncWire
import Dispatch

/// The rules that several back ends over one log must keep, run with random clients on your own log.
///
/// The clients write, read and listen as fast as they can, change from one back end to another, and record each call and each
/// response. Afterwards the records of the log are replayed. Each response must be that of the replay. Operations that do not
/// overlap must be in the log in their order. Each acknowledged write must be in the log, and have taken effect once; each
/// on-disconnect write once for its connection. No client may see a value that is older than one it has seen.
///
/// ```swift
/// print(try await SharedLogSuite(backends: 2, operations: 100_000) { MyLog() }.check())
/// ```
public struct SharedLogSuite: Sendable {
    /// The number of back ends.
    public var backends: Int
    /// The number of clients.
    public var clients = 16
    /// The number of operations of all clients.
    public var operations: Int
    /// The seed of the clients' operations.
    public var seed: UInt64
    /// The number of back ends that stop without a word during the run; others end their connections, and new ones start.
    public var stops = 0
    /// How often the log loses its tail during the run, if it is a ``FaultyLog``.
    public var lostTails = 0
    let makeLog: @Sendable () async throws -> any CommitLog

    /// Creates a suite for a log.
    ///
    /// - Parameters:
    ///   - backends: The number of back ends.
    ///   - operations: The number of operations of all clients.
    ///   - seed: The seed of the clients' operations.
    ///   - makeLog: Creates an empty log that keeps its records.
    public init(
        backends: Int = 2, operations: Int = 10_000, seed: UInt64 = 1,
        _ makeLog: @escaping @Sendable () async throws -> any CommitLog
    ) {
        self.backends = backends
        self.operations = operations
        self.seed = seed
        self.makeLog = makeLog
    }

    /// Runs the clients, and checks their histories.
    ///
    /// - Returns: A line with the numbers of operations, records and connections.
    /// - Throws: A description of the violations.
    public func check() async throws -> String {
        let run = try await HistoryRun(self)
        return try await run.result()
    }
}

extension SharedLogSuite: CustomStringConvertible {
    /// The numbers of back ends, clients and operations.
    public var description: String { "\(backends) back ends, \(clients) clients, \(operations) operations, seed \(seed)" }
}

/// A run of clients on back ends over one log.
private final class HistoryRun: Sendable {
    private struct Server: Sendable {
        let backend: Backend
        let log: SeveredLog
    }

    private let suite: SharedLogSuite
    private let log: any CommitLog
    private let namespace: Namespace
    private let world: HistoryClient.World
    private let clients: [HistoryClient]
    private let servers = Guarded<[Server]>([])

    init(_ suite: SharedLogSuite) async throws {
        self.suite = suite
        log = try await suite.makeLog()
        namespace = try Namespace("histories")
        let world = HistoryClient.World(seed: suite.seed, mayLose: suite.lostTails > 0, places: 8)
        self.world = world
        clients = (0..<suite.clients).map { name in
            HistoryClient(name, in: world, operations: suite.operations / suite.clients)
        }
    }

    func result() async throws -> String {
        for _ in 0..<suite.backends { try await startServer() }
        for client in clients { client.start() }
        let faults = Task { try await makeFaults() }
        try await waitUntil("all operations have a response", milliseconds: 60_000 + suite.operations / 5) {
            clients.allSatisfy(\.isDone)
        }
        try await faults.value
        try await settle()
        var histories = clients.map(\.history)
        let shown = histories.map(\.shown)
        for client in clients { client.finish() }
        try await settle()
        let records = try await records()
        for index in histories.indices {
            histories[index] = clients[index].history
            histories[index].shown = shown[index]
        }
        let violations = HistoryChecker.violations(of: histories, records: records, mayLose: world.mayLose)
        guard violations.isEmpty else {
            throw Violation(
                description: "\(suite):\n" + violations.map { "  \($0)" }.joined(separator: "\n"))
        }
        let operations = histories.reduce(0) { $0 + $1.operations.count }
        let connections = histories.reduce(0) { $0 + $1.connections.count }
        return "\(suite): \(operations) operations on \(connections) connections, \(records.count) records, no violation"
    }

    private func startServer() async throws {
        let random = world.random
        let server = Server(backend: try makeBackend(ServerRun { random.next() | 1 }), log: SeveredLog(log))
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
    private func makeFaults() async throws {
        for _ in 0..<max(suite.stops, suite.lostTails) {
            await pause(milliseconds: 100 + world.random.below(300))
            if suite.stops > 0 { try await stopServer() }
            if suite.lostTails > 0, let log = log as? FaultyLog { log.loseTail(1 + world.random.below(50), of: namespace) }
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

    /// Waits until all back ends have applied the same records.
    private func settle() async throws {
        var last: [Position?] = []
        for _ in 0..<3_000 {
            await pause(milliseconds: 10)
            let positions = servers.withLock { $0.map(\.backend.position) }
            let isQuiet = servers.withLock { $0.allSatisfy(\.backend.isIdle) }
            if isQuiet, positions == last, Set(positions).count == 1 { return }
            last = positions
        }
        throw Violation(description: "the back ends do not settle: \(last)")
    }

    private func records() async throws -> [Record] {
        if let log = log as? FaultyLog { return log.records(of: namespace) }
        let end = servers.withLock { $0.first?.backend.position }
        let (stream, continuation) = AsyncStream.makeStream(of: [Record].self)
        let subscription = log.follow(namespace, after: nil) { event in
            if case .records(let records) = event { continuation.yield(records) }
        }
        defer { subscription.cancel() }
        var records: [Record] = []
        for await more in stream {
            records += more
            if let last = records.last, let end, last.position >= end { break }
        }
        return records
    }
}
