import DatasyncLog
import DatasyncTree
import DatasyncWire

/// The reason why a request fails.
struct Refusal: Error {
    let status: Status
    let reason: String

    init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    init(_ error: DatasyncError) {
        self.init(Status(error.code), error.message)
    }
}
