import DatasyncAsync
import Foundation

/// The traces of three watchers of one live object or subscription.
final class Table: Sendable {
    private let title: String
    private let screen: Screen
    private let columns = Column.ofClient

    init(_ title: String, on screen: Screen) {
        self.title = title
        self.screen = screen
    }

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

    /// Prints what the watchers have received so far, and returns whether it is equal.
    func begin(_ queue: DispatchQueue) async -> Bool {
        await Column.settle(columns, on: queue)
        screen.title(title)
        guard columns.contains(where: { !$0.lines.isEmpty }) else { return true }
        return show()
    }

    /// Performs a step, prints what every watcher has received, and returns whether it is equal.
    func step(_ title: String, on queue: DispatchQueue, _ body: () -> Void) async -> Bool {
        body()
        await Column.settle(columns, on: queue)
        screen.paragraph(title)
        return show()
    }

    private func show() -> Bool {
        defer { for column in columns { column.clear() } }
        return screen.show("", columns)
    }
}
