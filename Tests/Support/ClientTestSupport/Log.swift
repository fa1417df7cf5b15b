package import DatasyncAsync
package import DatasyncCallback
import DatasyncClient
package import DatasyncLegacy
package import DatasyncPromise
package import TestSupport

/// A thread-safe log of lines, in order.
package typealias Log = Record<String>

extension Log {
    /// Notes an event of the legacy dialect.
    package func note(_ snapshot: DataSnapshot, _ previous: String?) {
        note(snapshot.eventType() ?? "none", snapshot.name(), previous, snapshot.acknowledged(), snapshot.text)
    }

    /// Notes an event of the callback dialect.
    package func note(_ snapshot: Webcom.DataSnapshot, _ previous: String?) {
        let kind =
            switch snapshot.event {
            case let event where event.isValueChange: "value"
            case let event where event.isChildAddition: "child_added"
            case let event where event.isChildChange: "child_changed"
            case let event where event.isChildRemoval: "child_removed"
            case let event where event.isAck: "ack"
            case let event where event.isRevocation: "revocation"
            case let event where event.isCancelation: "cancelation"
            default: "none"
            }
        note(kind, snapshot.node.key, previous, snapshot.acked, snapshot.text)
    }

    /// Notes an event of the async dialect.
    package func note(_ event: DatasyncEvent) {
        note(event.eventType.description, event.key, event.previousChildKey, event.acked, event.value.description)
    }

    /// Notes the end of an operation: `ok`, or the code of its error.
    package func note(end error: (any Error)?) {
        switch error {
        case nil: note("ok")
        case let error as WebcomError: note(error.code.rawValue)
        case let error as PromiseError where error == .timedOut: note("timedOut")
        case let error?: note("unexpected: \(error)")
        }
    }

    /// Notes the end of a promise.
    package func note<Value>(_ promise: Promise<Value>) {
        _ = promise.tap(on: nil) { [self] result in
            switch result {
            case .success: note(end: nil)
            case .failure(let error): note(end: error)
            }
        }
    }

    private func note(_ kind: String, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ value: String) {
        let kind = ["value_ack", "child_ack"].contains(kind) ? "ack" : kind
        let place = previous.map { " after \($0)" } ?? ""
        note("\(kind) \(key ?? "/")\(place) \(isAcknowledged ? "acked" : "local") \(value)")
    }
}
