import DatasyncTree
import DatasyncWire

/// The response that a request waits for.
struct Reply: Sendable {
    /// The number of the request.
    let request: Int
    /// The path of a conditional put; a stale writer receives its current data.
    var conditionalPath: Path?
    /// The size of an on-disconnect write.
    var onDisconnectSize = 0
}
