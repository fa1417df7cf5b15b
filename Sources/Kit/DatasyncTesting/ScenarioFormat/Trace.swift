import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
import DatasyncWire

extension Scenario.Write {
    /// The resolved path of the written node for the trace; the path itself if it is ill-formed.
    var place: String {
        guard let resolved = try? Path(path, allowsPriority: true) else { return path }
        guard case .push(_, let key) = kind else { return resolved.description }
        return resolved.child(Key(unchecked: key)).description
    }
}

/// The lines that a run delivered, each with its subscription id; completions have the id `writes`.
package final class Trace: Sendable {
    /// A line with its subscription and its client.
    package struct Entry: Sendable {
        package let id: String
        let client: String
        package let line: String
    }

    private let guarded = Guarded<[Entry]>([])

    /// All lines, in the order of delivery.
    package var entries: [Entry] { guarded.withLock(\.self) }

    /// The number of lines.
    var count: Int { guarded.withLock(\.count) }

    func add(_ line: String, to id: String, of client: String) {
        guarded.withLock { $0.append(Entry(id: id, client: client, line: line)) }
    }

    /// Adds an error of the log, which should not occur in any run.
    func addFailure(_ error: String) { add(error, to: "log", of: "") }

    /// Returns the line of an event.
    static func line(
        _ kind: String, key: String?, previous: String?, isAcknowledged: Bool, value: String?, hidesData: Bool = false
    ) -> String {
        var words = [kind]
        if let key {
            words.append(text(key))
            // If an event wrongly carries a preceding key, its line shows that key.
            let hasPrevious = kind != "child_removed" && !(kind == "child_ack" && value == "null") || previous != nil
            if hasPrevious { words.append("prev=" + (previous.map(text) ?? "null")) }
        }
        words.append(isAcknowledged ? "acked" : "local")
        if let value, !hidesData { words.append("value=" + value) }
        return words.joined(separator: " ")
    }

    /// The id for the results of increments and transactions.
    static let results = "writes.results"
    /// The id for the clients' requests, which are compared between dialects, and where a scenario expects them.
    static let requests = "requests.sent"
    /// The ids of lines that have no position among a client's events.
    static let separate: Set = [results, requests]
    /// The text of a result that the dialect does not report.
    static let unreported = "unreported"

    /// Adds the result of an increment or transaction, which is compared only where a scenario expects it.
    func addResult(of write: Scenario.Write, _ text: String) {
        add("\(write.step) \(write.place) \(text)", to: Self.results, of: write.client)
    }

    func addRequest(_ request: Request, of client: String) {
        add("\(client) \(request.traceText)", to: Self.requests, of: client)
    }

    func addCompletion(of write: Scenario.Write, _ error: WebcomError?) {
        let word = error.map { $0.statusWord ?? $0.code.rawValue } ?? "ok"
        add("\(write.step) \(write.place) \(word)", to: "writes", of: write.client)
    }

    /// Returns the key itself, or a JSON string if it contains anything but letters, digits, `-` and `_`.
    static func text(_ key: String) -> String {
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
