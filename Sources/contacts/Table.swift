import DatasyncAsync
import Foundation

/// What three watchers heard, side by side.
final class Table: Sendable {
    private let title: String
    private let columns = [Column(title: "string events"), Column(title: "callbacks"), Column(title: "async sequence")]

    init(_ title: String) { self.title = title }

    /// Writes down what a watcher heard.
    func add(_ column: Int, _ change: LiveChange, _ details: Any?...) {
        let texts = details.map { detail in detail.map { "\($0)" } ?? "none" }
        columns[column].add("\(change.rawValue) \(texts.joined(separator: " "))")
    }

    /// Writes down what a watcher of items heard: the fields that changed.
    func add(_ column: Int, _ event: ItemEvent) {
        guard let update = event.update else { return columns[column].add(event.name) }
        let fields = update.changedFields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "nil")" }
        columns[column].add("\(update.isSnapshot ? "snapshot" : "update") \(fields.joined(separator: " "))")
    }

    /// Forgets what was heard until now: whoever comes second finds loaded what the first one has asked for.
    func clear(_ queue: DispatchQueue) async {
        await Column.settle(columns, on: queue)
        for column in columns { column.clear() }
    }

    /// Does something, and waits until every watcher has heard of it.
    func step(_ title: String, on queue: DispatchQueue, _ body: () -> Void) async {
        await Column.settle(columns, on: queue)
        for column in columns { column.add("- " + title) }
        body()
        await Column.settle(columns, on: queue)
    }

    /// Prints the table; answers whether all heard the same.
    func print() -> Bool { Column.print(title, columns) }
}
