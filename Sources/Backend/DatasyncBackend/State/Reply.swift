import DatasyncTree
import DatasyncWire

/// The response that a request waits for.
struct Reply: Sendable {
    /// The number of the request.
    let request: Int
    /// The path of a put or merge; `nil` for other requests.
    var path: Path?
    /// Whether a stale writer receives the current data.
    var isConditional = false
    /// The reason why the request was refused before it was appended.
    var refusal: Refusal?
    /// The size of an on-disconnect write.
    var onDisconnectSize = 0
}
