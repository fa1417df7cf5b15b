import DatasyncConcurrency
import DatasyncLog

/// An append that has not been written yet.
struct PendingAppend: Sendable {
    let namespace: Namespace
    let entries: [Entry]
    let byteCount: Int
    let lost: ApplicationOwned<@Sendable (String) -> Void>
}
