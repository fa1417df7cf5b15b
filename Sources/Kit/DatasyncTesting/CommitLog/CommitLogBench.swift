import DatasyncConcurrency
import DatasyncLog

/// The log under test, with followers that survive a reopening.
final class CommitLogBench: Sendable {
    let suite: CommitLogSuite
    private let held: Guarded<any CommitLog>
    private let followers = Guarded<[CommitLogFollower]>([])
    private let lostReasons = Guarded<[String: Int]>([:])

    init(suite: CommitLogSuite, log: any CommitLog) {
        self.suite = suite
        held = Guarded(log)
    }

    var log: any CommitLog { held.withLock { $0 } }

    /// Ends a step: reopens the log if it can be reopened; the followers continue after their last position.
    func step() async throws {
        guard let reopen = suite.reopen else { return }
        let log = try await reopen(log)
        _ = held.exchange(log)
        for follower in followers.withLock({ $0 }) where !follower.isCancelled { follower.follow(log) }
    }

    func follow(_ namespace: LogNamespace, after position: LogPosition? = nil) -> CommitLogFollower {
        let follower = CommitLogFollower(namespace, after: position, timeout: suite.timeout)
        followers.withLock { $0.append(follower) }
        follower.follow(log)
        return follower
    }

    /// Appends entries with text bodies; ``lostCount(_:)`` identifies an append by its first text.
    func append(_ texts: [String], to namespace: LogNamespace, session: UInt64 = 1) {
        let entries = texts.map { LogEntry(run: 1, session: session, number: 0, body: Array($0.utf8)) }
        append(entries, to: namespace, as: texts.first ?? "")
    }

    func append(_ entries: [LogEntry], to namespace: LogNamespace, as name: String) {
        log.append(entries, to: namespace) { [self] _ in
            lostReasons.withLock { $0[name, default: 0] += 1 }
        }
    }

    /// Returns how often the append of a name was reported as lost.
    func lostCount(_ name: String) -> Int { lostReasons.withLock { $0[name] ?? 0 } }

    /// Waits until an append is reported as lost.
    func waitUntilLost(_ name: String) async throws {
        try await waitUntil("the append of \(name) is reported as lost", milliseconds: suite.timeout) {
            lostCount(name) > 0
        }
    }

    /// Checks the conditions that the followers must meet in every rule.
    func checkFollowers() throws {
        for follower in followers.withLock({ $0 }) { try follower.check() }
    }
}
