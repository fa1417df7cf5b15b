public import DatasyncLog

/// The rules that every `CommitLog` must keep, run on your own implementation.
///
/// Needs no test framework. One call runs all rules, each on a new log:
///
/// ```swift
/// try await CommitLogSuite { MyLog() }.check()
/// ```
///
/// If your log outlives its process, also pass `reopen`: the log is then closed and opened again between any two steps
/// of each rule. If it can fail, also pass `breakNextAppend`; without it, the rules about lost appends are skipped.
public struct CommitLogSuite: Sendable {
    let makeLog: @Sendable () async throws -> any CommitLog
    let reopen: (@Sendable (any CommitLog) async throws -> any CommitLog)?
    let breakNextAppend: (@Sendable (any CommitLog) async throws -> Void)?
    let timeout: Int

    /// Creates a suite for an implementation.
    ///
    /// - Parameters:
    ///   - timeout: The milliseconds after which an event that has not been delivered counts as missing.
    ///   - reopen: Closes a log and opens it again with the same records.
    ///   - breakNextAppend: Makes the next append to a log fail, so that it is reported as lost.
    ///   - makeLog: Creates an empty log that keeps its records until a snapshot is stored.
    public init(
        timeout: Int = 10_000, reopen: (@Sendable (any CommitLog) async throws -> any CommitLog)? = nil,
        breakNextAppend: (@Sendable (any CommitLog) async throws -> Void)? = nil,
        _ makeLog: @escaping @Sendable () async throws -> any CommitLog
    ) {
        self.makeLog = makeLog
        self.reopen = reopen
        self.breakNextAppend = breakNextAppend
        self.timeout = timeout
    }

    /// Runs all rules.
    ///
    /// - Returns: The rules that passed, failed and were skipped.
    public func run() async -> SuiteReport {
        var report = SuiteReport()
        for rule in CommitLogRule.all {
            guard breakNextAppend != nil || !rule.needsFailure else {
                report.skipped.append(rule.name)
                continue
            }
            await report.check(rule.name) {
                let bench = CommitLogBench(suite: self, log: try await makeLog())
                try await rule.run(bench)
                try bench.checkFollowers()
            }
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

extension CommitLogSuite: CustomStringConvertible {
    /// The number of rules.
    public var description: String { "suite of \(CommitLogRule.all.count) rules for a commit log" }
}
