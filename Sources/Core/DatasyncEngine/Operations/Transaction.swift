import DatasyncTree
import DatasyncWire

/// A compare-and-set loop at one path.
///
/// ```
///  computing ──value──▶ waiting ──(connected, no earlier one in the way)──▶ sent ──ok──▶ settled
///    ▲   │  ▲              │                                                 │
///    │   │  └─value moved──┴──────────────── datastale, at most 25 attempts ─┘
///    │   └──abort──▶ settled, when the value was known; else
///    └────read────── reading
/// ```
struct Transaction: Sendable {
    enum Phase: Sendable {
        /// The function is running or about to run.
        case computing
        /// The function aborted on an unknown value; the client reads it and then runs the function again.
        case reading
        /// The result is a pending write and waits to be sent.
        case waiting
        case sent
    }

    /// An earlier transaction, and the number of its result's pending write.
    struct EarlierResult: Sendable, Equatable {
        let transaction: Int
        let write: Int?
    }

    let operation: OperationID
    let path: Path
    /// Whether subscribers see the result before the response.
    let isVisible: Bool
    var phase = Phase.computing
    /// The number of times that the function ran again because the value had changed.
    var reruns = 0
    /// The earlier transactions at overlapping paths when the function last ran, with the numbers of their results.
    var earlier: [EarlierResult] = []
    /// The pending write of the result.
    var write: Int?
    var result = WriteValue(.null)
    /// The value that the result was computed from.
    var input = Node.null
    /// The last value that was pushed or read; needed for a path without listeners.
    var lastPushed: Node?
    /// Whether a plain write overrode the transaction while it was computing or sent.
    var isOverridden = false

    /// Returns the request that sends the result.
    func action(_ number: WriteNumber?) -> Request.Action {
        .write(.set(result, at: path), expectedHash: input.hash, writeNumber: number)
    }
}
