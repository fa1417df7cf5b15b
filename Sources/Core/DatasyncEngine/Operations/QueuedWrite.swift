import DatasyncTree
import DatasyncWire

/// A write that waits for its response.
struct QueuedWrite: Sendable {
    let operation: OperationID
    var write: UserWrite
    /// The last connection on which the write was sent; 0 for none.
    var sentOn = 0
}
