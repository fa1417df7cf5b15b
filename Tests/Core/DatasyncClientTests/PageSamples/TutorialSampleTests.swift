import ClientTestSupport
import DatasyncAsync
import Foundation
import TestSupport
import Testing

// sample: the model
struct Todo: Codable, Sendable {
    var title: String
    var isDone = false
}

/// The data of the application.
///
/// Retain it: the manager ends its loops when it is released.
final class TodoStore: Sendable {
    let application: WebcomApplication
    let manager: DatasyncManager
    let todos: DatasyncNode

    init(_ configuration: WebcomConfiguration) {
        application = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
        todos = manager["todos"]
    }

    func add(_ title: String) async throws { try await todos.push(Todo(title: title)) }

    func finish(_ key: WebcomKey) async throws { try await todos.child(key: key)["isDone"].set(true) }
}
// end of sample

// sample: the list
extension TodoStore {
    /// Passes the list to a closure, now and after every change.
    func watch(_ show: ([String]) -> Void) async throws {
        for try await rows in todos.children(as: Todo.self) {
            show(
                rows.map { row in
                    "\(row.value.isDone ? "[x]" : "[ ]") \(row.value.title)\(row.isAcknowledged ? "" : " (saving)")"
                })
        }
    }
}
// end of sample

#if canImport(SwiftUI)
    import SwiftUI

    // sample: the view
    struct TodosView: View {
        private let store: TodoStore
        @LiveList private var todos: [DatasyncLiveItem<Todo>]

        init(_ store: TodoStore) {
            self.store = store
            _todos = LiveList(store.todos)
        }

        var body: some View {
            List(todos) { todo in
                Button(todo.model.title) {
                    Task { try await store.finish(todo.id) }
                }
                .strikethrough(todo.model.isDone)
            }
            if $todos.hasMore { Button("More") { $todos.nextPage() } }
        }
    }
// end of sample
#endif

/// The samples of the page Tutorial.
@Suite("Samples of the page Tutorial", .timeLimit(.minutes(30)))
struct TutorialSampleTests {
    let directory = FileManager.default.temporaryDirectory.appending(path: "datasync-tutorial-\(UUID())")

    private func store() -> TodoStore {
        TodoStore(WebcomConfiguration(identifier: "todos", platform: .embedded(in: EmbeddedBackend())))
    }

    @Test("the list shows a new entry at once, then acknowledged, then finished")
    func list() async throws {
        let store = store()
        var rows = store.todos.children(as: Todo.self).makeAsyncIterator()
        try await store.add("Buy milk")
        // The first list may be empty.
        var key: WebcomKey?
        while key == nil { key = try await rows.next()?.first?.key }
        try await store.finish(try #require(key))
        let lines = Log()
        let watching = Task { try await store.watch { lines.note($0.joined()) } }
        while try await rows.next()?.first?.value.isDone != true {}
        while lines.entries.last != "[x] Buy milk" { await Task.yield() }
        watching.cancel()
        try await watching.value
    }

    @Test("an entry made without a connection is stored when the client connects again")
    func offline() async throws {
        let store = store()
        // sample: without a connection
        store.manager.service.isConnectionEnabled = false
        let saved = store.todos.promise.push(Todo(title: "Call Ada"))
        print(store.application.pendingWriteCount)  // 1

        store.manager.service.isConnectionEnabled = true
        _ = try await saved.value
        print(store.application.pendingWriteCount)  // 0
        // end of sample
        #expect(store.application.pendingWriteCount == 0)
    }

    @Test("a store keeps the data of the client, and a server gets the same calls")
    func configurations() async throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        // sample: a store
        var configuration = WebcomConfiguration(identifier: "todos")
        configuration.platform = .embedded(at: directory.appending(path: "back-end"))
        configuration.cacheMode = .automatic(at: directory.appending(path: "todos-store"))
        // end of sample
        for _ in 1...2 {
            let store = TodoStore(configuration)
            try await store.add("Buy milk")
            await store.application.close()
        }
        let store = TodoStore(configuration)
        let count = try await store.todos.decodedValue(as: [String: Todo].self).count
        #expect(count == 2)
        await store.application.close()
        // sample: a server
        let url = URL(string: "ws://localhost:9000")
        if let url { configuration.platform = .server(url) }
        // end of sample
        #expect(configuration.platform.description.contains("localhost"))
    }
}
