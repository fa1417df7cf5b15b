import DatasyncClient
import DatasyncConcurrency
import DatasyncTree

/// The lines that a run delivered, each with its subscription id; completions have the id `writes`.
final class Trace: Sendable {
    private let guarded = Guarded<[(id: String, line: String)]>([])

    /// All lines with their subscriptions, in the order of delivery.
    var entries: [(id: String, line: String)] { guarded.withLock(\.self) }

    /// The number of lines.
    var count: Int { guarded.withLock(\.count) }

    func add(_ line: String, to id: String) { guarded.withLock { $0.append((id, line)) } }

    /// Adds the line of an event.
    ///
    /// `key`: The key of the child, for child events.
    /// `previous`: The key of the preceding child, if the event carries one.
    /// `value`: The canonical text of the value; `nil` for events without data.
    func add(
        _ kind: String, key: String?, previous: String?, isAcknowledged: Bool, value: String?,
        to subscription: Scenario.Subscription
    ) {
        var words = [kind]
        if let key {
            words.append(Self.text(key))
            let hasPrevious = kind != "child_removed" && !(kind == "child_ack" && value == "null")
            if hasPrevious { words.append("prev=" + (previous.map(Self.text) ?? "null")) }
        }
        words.append(isAcknowledged ? "acked" : "local")
        if let value, !subscription.hidesData { words.append("value=" + value) }
        add(words.joined(separator: " "), to: subscription.id)
    }

    func addCancellation(to subscription: Scenario.Subscription) { add("cancelled", to: subscription.id) }

    func addRevocation(_ error: WebcomError, to subscription: Scenario.Subscription) {
        add("revoked \(error.statusWord ?? error.code.rawValue)", to: subscription.id)
    }

    func addCompletion(of write: Scenario.Write, at path: String, _ error: WebcomError?) {
        let word = error.map { $0.statusWord ?? $0.code.rawValue } ?? "ok"
        add("\(write.step) \(path) \(word)", to: "writes")
    }

    /// Returns the key itself, or a JSON string if it contains anything but letters, digits, `-` and `_`.
    private static func text(_ key: String) -> String {
        let isPlain = key.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return isPlain ? key : JSON.string(key).text
    }
}
