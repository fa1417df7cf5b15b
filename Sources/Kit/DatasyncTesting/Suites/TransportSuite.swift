public import DatasyncWire

/// The rules that every `Transport` must keep, run on your own implementation.
///
/// Needs no test framework. The suite provides the back end's side: connect your transport to it, so that each of your
/// connections opens a connection of the back end and carries the frames of both directions.
///
/// ```swift
/// let suite = TransportSuite { backend in
///     let server = PipeServer { connection in connection.carry(backend) }
///     return PipeTransport(to: server)
/// }
/// try await suite.check()
/// ```
///
/// The last rule runs the package's scenarios over the transport, with the library's back end at the other end.
public struct TransportSuite: Sendable {
    /// Returns a transport whose connections lead to the back end's transport.
    public typealias Connect = @Sendable (_ backend: any Transport) async throws -> any Transport

    let connect: Connect
    let timeout: Int

    /// Creates a suite for an implementation.
    ///
    /// - Parameters:
    ///   - timeout: The milliseconds after which a frame that has not arrived counts as lost.
    ///   - connect: Called for each rule with the back end's side.
    public init(timeout: Int = 10_000, connect: @escaping Connect) {
        self.connect = connect
        self.timeout = timeout
    }

    /// Runs all rules.
    ///
    /// - Returns: The rules that passed and failed.
    public func run() async -> SuiteReport {
        var report = SuiteReport()
        for rule in TransportRule.all {
            await report.check(rule.name) {
                let backend = TransportPeer()
                let bench = TransportBench(try await connect(backend), backend, timeout)
                defer { bench.close() }
                try await rule.run(bench)
                try bench.checkReceivers()
            }
        }
        await report.check("every scenario delivers the same events as without a transport") {
            try await runScenarios()
        }
        return report
    }

    /// Runs all rules and throws the report if a rule has failed.
    ///
    /// - Returns: The report.
    /// - Throws: ``SuiteReport`` with each failed rule and its reason.
    @discardableResult
    public func check() async throws -> SuiteReport { try await run().checked() }
}

extension TransportSuite: CustomStringConvertible {
    /// The number of rules.
    public var description: String { "suite of \(TransportRule.all.count + 1) rules for a transport" }
}
