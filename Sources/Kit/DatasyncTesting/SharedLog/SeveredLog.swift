import DatasyncConcurrency
import DatasyncLog

/// The way of one back end to a log, which can be cut like a cable.
final class SeveredLog: CommitLog {
    private let log: any CommitLog
    private let isCut = Guarded(false)

    init(_ log: any CommitLog) { self.log = log }

    /// Ends all deliveries and appends, without a word.
    func cut() { _ = isCut.exchange(true) }

    func append(_ entries: [Entry], to namespace: Namespace, lost: @escaping @Sendable (String) -> Void) {
        if !isCut.withLock(\.self) { log.append(entries, to: namespace, lost: lost) }
    }

    func follow(
        _ namespace: Namespace, after position: Position?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        log.follow(namespace, after: position) { [weak self] event in
            if self?.isCut.withLock(\.self) == false { receive(event) }
        }
    }

    func latestPosition(of namespace: Namespace) async throws -> Position? {
        if isCut.withLock(\.self) { throw LogError(.operationFailed, "The log is away.") }
        return try await log.latestPosition(of: namespace)
    }

    func currentTime() -> Milliseconds? { log.currentTime() }

    func latestSnapshot(of namespace: Namespace) async throws -> Snapshot? {
        try await log.latestSnapshot(of: namespace)
    }

    func store(_ snapshot: Snapshot, of namespace: Namespace) async throws {
        if !isCut.withLock(\.self) { try await log.store(snapshot, of: namespace) }
    }
}
