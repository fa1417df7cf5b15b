import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// The back end, its clients, and the traces of each client's three watchers.
final class ContactBook {
    private let backend: EmbeddedBackend
    private let watchers: [Watchers]
    private let writer: Writer

    init(clock: ManualClock, clients names: [String]) throws {
        backend = EmbeddedBackend { clock.now }
        // All clients may read everything and write all contacts except `mallory`.
        try backend.setRules(
            """
            {"rules": {".read": true, "contacts": {"mallory": {}, "$contact": {".write": true}}}}
            """)
        let configuration = WebcomConfiguration(identifier: "contacts-app", platform: .embedded(in: backend))
        let applications = names.map { _ in WebcomApplication(configuration: configuration) }
        watchers = zip(names, applications).map { Watchers(name: $0, application: $1) }
        writer = Writer(application: applications[0])
    }

    /// Performs a step as the writing client and waits until every watcher has received its events.
    func step(_ title: String, _ body: (Writer) -> Void) async {
        for watcher in watchers { watcher.begin(title) }
        body(writer)
        for watcher in watchers { await watcher.settle() }
    }

    /// Prints the traces of all clients and returns whether each client's traces are equal.
    func printTraces() -> Bool {
        watchers.map { $0.printTable() }.allSatisfy(\.self)
    }
}
