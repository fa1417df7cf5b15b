import DatasyncConcurrency
import DatasyncLog

/// An append that has not been written yet.
struct PendingAppend: Sendable {
    let namespace: LogNamespace
    let entries: [LogEntry]
    let byteCount: Int
    let lost: ApplicationOwned<@Sendable (String) -> Void>
}
