import DatasyncAsync
import DatasyncCallback
import DatasyncConcurrency
import DatasyncLegacy

/// A thread-safe log of lines, in order.
final class Log: Sendable {
    private let storage = Guarded<[String]>([])

    var entries: [String] { storage.withLock(\.self) }

    func note(_ entry: String) { storage.withLock { $0.append(entry) } }

    /// Returns the lines since the last call, and removes them.
    func take() -> [String] {
        storage.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }

    /// Notes an event of the legacy dialect.
    func note(_ snapshot: DataSnapshot, _ previous: String?) {
        note(snapshot.eventType() ?? "none", snapshot.name(), previous, snapshot.acknowledged(), snapshot.text)
    }

    /// Notes an event of the callback dialect.
    func note(_ snapshot: Webcom.DataSnapshot, _ previous: String?) {
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
    func note(_ event: DatasyncEvent) {
        note(event.eventType.description, event.key, event.previousChildKey, event.acked, event.value.description)
    }

    private func note(_ kind: String, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ value: String) {
        let kind = ["value_ack", "child_ack"].contains(kind) ? "ack" : kind
        let place = previous.map { " after \($0)" } ?? ""
        note("\(kind) \(key ?? "/")\(place) \(isAcknowledged ? "acked" : "local") \(value)")
    }
}
