import DatasyncAsync
import Foundation

/// The traces of three watchers side by side.
final class Table: Sendable {
    private let title: String
    private let columns = [Column(title: "string events"), Column(title: "callbacks"), Column(title: "async sequence")]

    init(_ title: String) { self.title = title }

    /// Adds the line of a change.
    func add(_ column: Int, _ change: LiveChange, _ details: Any?...) {
        let texts = details.map { detail in detail.map { "\($0)" } ?? "none" }
        columns[column].add("\(change.rawValue) \(texts.joined(separator: " "))")
    }

    /// Adds the line of an item event: the fields that changed.
    func add(_ column: Int, _ event: ItemEvent) {
        guard let update = event.update else { return columns[column].add(event.name) }
        let fields = update.changedFields.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value ?? "nil")" }
        columns[column].add("\(update.isSnapshot ? "snapshot" : "update") \(fields.joined(separator: " "))")
    }

    /// Clears the columns: the three watchers start one after another, so only the first sees the object load.
    func clear(_ queue: DispatchQueue) async {
        await Column.settle(columns, on: queue)
        for column in columns { column.clear() }
    }

    /// Performs a step and waits until every watcher has received its events.
    func step(_ title: String, on queue: DispatchQueue, _ body: () -> Void) async {
        await Column.settle(columns, on: queue)
        for column in columns { column.add("- " + title) }
        body()
        await Column.settle(columns, on: queue)
    }

    /// Prints the table and returns whether all columns are equal.
    func print() -> Bool { Column.print(title, columns) }
}
