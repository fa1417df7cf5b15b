import DatasyncConcurrency
import DatasyncLog

/// One back end's access to a log, which can be cut off.
final class SeveredLog: CommitLog {
    private let log: any CommitLog
    private let isCut = Guarded(false)

    init(_ log: any CommitLog) { self.log = log }

    /// Stops all deliveries and appends without notice.
    func cut() { _ = isCut.exchange(true) }

    func append(_ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void) {
        if !isCut.withLock(\.self) { log.append(entries, to: namespace, lost: lost) }
    }

    func follow(
        _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
    ) -> any LogSubscription {
        log.follow(namespace, after: position) { [weak self] event in
            if self?.isCut.withLock(\.self) == false { receive(event) }
        }
    }

    func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
        if isCut.withLock(\.self) { throw LogError(.operationFailed, "The log is away.") }
        return try await log.latestPosition(of: namespace)
    }

    func currentTime() -> LogTime? { log.currentTime() }

    func latestSnapshot(of namespace: LogNamespace) async throws -> LogSnapshot? {
        try await log.latestSnapshot(of: namespace)
    }

    func store(_ snapshot: LogSnapshot, of namespace: LogNamespace) async throws {
        if !isCut.withLock(\.self) { try await log.store(snapshot, of: namespace) }
    }
}
