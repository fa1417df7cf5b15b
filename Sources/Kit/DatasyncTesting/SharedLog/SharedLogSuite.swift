public import DatasyncLog

/// The rules that several back ends over one log must keep, run with random clients on your own log.
///
/// The clients write, read and listen as fast as they can, change from one back end to another, and record each call and each
/// response. Afterwards the records of the log are replayed. Each response must match the replay. Operations that do not
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
    /// The maximum number of operations before a client changes to another back end.
    public var stay = 1_000
    /// The seed of the clients' operations.
    public var seed: UInt64
    /// The number of back ends that stop without notice; another one ends the run of each, and a new one starts.
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
        let outcome = try await HistoryRun(self).outcome()
        let violations = HistoryChecker.violations(
            of: outcome.histories, records: outcome.records, mayLose: lostTails > 0)
        guard violations.isEmpty else {
            throw Violation(description: "\(self):\n" + violations.map { "  \($0)" }.joined(separator: "\n"))
        }
        let operations = outcome.histories.reduce(0) { $0 + $1.operations.count }
        let connections = outcome.histories.reduce(0) { $0 + $1.connections.count }
        return
            "\(self): \(operations) operations on \(connections) connections, \(outcome.records.count) records, no violation"
    }
}

extension SharedLogSuite: CustomStringConvertible {
    /// The numbers of back ends, clients and operations.
    public var description: String {
        "\(backends) back ends, \(clients) clients, \(operations) operations, seed \(seed)"
    }
}
