import DatasyncConcurrency
import DatasyncLog
import Synchronization

/// A follower's closure, until the subscription is cancelled.
final class JournalFollower: Sendable {
    /// The maximum number of records in one event.
    private static let chunk = 1_024

    let namespace: LogNamespace
    private let closure: ApplicationOwned<@Sendable (LogEvent) -> Void>
    private let cancelled = Atomic(false)

    init(_ namespace: LogNamespace, _ closure: @escaping @Sendable (LogEvent) -> Void) {
        self.namespace = namespace
        self.closure = ApplicationOwned(closure)
    }

    var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    func cancel() { cancelled.store(true, ordering: .releasing) }

    func receive(_ event: LogEvent) {
        if !isCancelled { closure.value(event) }
    }

    /// Delivers records in events of limited size.
    func receive(_ records: [LogRecord]) {
        guard records.count > Self.chunk else {
            if !records.isEmpty { receive(.records(records)) }
            return
        }
        for start in stride(from: 0, to: records.count, by: Self.chunk) {
            receive(.records(Array(records[start..<min(start + Self.chunk, records.count)])))
        }
    }
}
