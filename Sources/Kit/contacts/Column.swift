import Foundation
import Synchronization

/// The trace of one watcher in the current step, line by line.
final class Column: Sendable {
    /// The columns of a client, one for each dialect.
    static var ofClient: [Column] {
        ["string events", "callbacks", "asynchronous sequences"].map(Column.init(title:))
    }

    let title: String
    private let log = Mutex<[String]>([])

    init(title: String) { self.title = title }

    var lines: [String] { log.withLock { $0 } }

    func clear() { log.withLock { $0 = [] } }

    func add(_ line: String) { log.withLock { $0.append(line) } }

    /// Adds the line of an event: its sign, its key, whether it is acknowledged, and the value.
    func add(_ event: String?, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ value: Any?) {
        let sign = ["child_added": "+", "child_changed": "~", "child_removed": "-", "child_ack": "ok"]
        let members =
            (value as? [String: Any])?.filter { $0.key != "name" }.sorted { $0.key < $1.key }
            .map { "\($0.key) \($0.value)" } ?? ["no value"]
        let cells = [(sign[event ?? ""] ?? "?", 2), (key ?? "", 7), (isAcknowledged ? "acked" : "local", 5)]
        let head = cells.map { $0.padding(toLength: $1, withPad: " ", startingAt: 0) }.joined(separator: " ")
        add("\(head) \((members + (previous.map { ["after \($0)"] } ?? [])).joined(separator: ", "))")
    }

    /// Waits until all watchers have received everything; an asynchronous sequence fills the last column.
    static func settle(_ columns: [Column], on queue: DispatchQueue) async {
        // A delivery may post further deliveries.
        for _ in 0..<6 { queue.sync {} }
        // A separate task reads the sequence and may run later.
        var patience = 1_000_000
        while columns[2].lines.count < columns[0].lines.count, patience > 0 {
            patience -= 1
            await Task.yield()
        }
    }
}
