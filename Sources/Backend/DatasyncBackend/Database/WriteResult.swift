import DatasyncTree
import DatasyncWire

/// The result of a write, kept until the client has received it.
struct WriteResult: Sendable {
    var status = Status.ok
    var reason: String?
    /// The result of an increment, or of a conditional write with server values.
    var data: Node?

    static let ok = WriteResult()
}

extension WriteResult {
    init(_ refusal: Refusal) {
        self.init(status: refusal.status, reason: refusal.reason.isEmpty ? nil : refusal.reason)
    }
}
