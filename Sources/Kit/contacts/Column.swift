import Foundation
import Synchronization

/// The log of one watcher, line by line.
final class Column: Sendable {
    let title: String
    private let log = Mutex<[String]>([])

    init(title: String) { self.title = title }

    var lines: [String] { log.withLock { $0 } }

    func clear() { log.withLock { $0 = [] } }

    func add(_ line: String) { log.withLock { $0.append(line) } }

    /// Adds the line of an event: `+` added, `~` changed, `-` removed, `ok` acknowledged; (l) local, (a) acknowledged.
    func add(_ event: String?, _ key: String?, _ previous: String?, _ isAcknowledged: Bool, _ value: Any?) {
        let sign = ["child_added": "+", "child_changed": "~", "child_removed": "-", "child_ack": "ok "]
        let members = (value as? [String: Any])?.filter { $0.key != "name" }.sorted { $0.key < $1.key }
            .map { "\($0.value)" }.joined(separator: " ")
        let place = previous.map { " after \($0)" } ?? ""
        add("\(sign[event ?? ""] ?? "?")\(key ?? "")(\(isAcknowledged ? "a" : "l"))\(place) \(members ?? "nothing")")
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

    /// Prints columns side by side and returns whether they are equal.
    static func print(_ title: String, _ columns: [Column]) -> Bool {
        let texts = columns.map(\.lines)
        let width = max(28, texts.joined().map(\.count).max() ?? 0) + 1
        func row(_ cells: [String]) {
            Swift.print(cells.map { $0.padding(toLength: width, withPad: " ", startingAt: 0) }.joined(separator: "| "))
        }
        Swift.print("\n\(title)")
        row(columns.map(\.title))
        for index in 0..<(texts.map(\.count).max() ?? 0) {
            let cells = texts.map { index < $0.count ? $0[index] : "" }
            if cells[0].hasPrefix("- ") { Swift.print(cells[0]) } else { row(cells) }
        }
        return texts.allSatisfy { $0 == texts[0] }
    }
}
