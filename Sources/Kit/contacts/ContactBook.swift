import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// The back end, its clients, and each client's three watchers.
final class ContactBook {
    /// Whether all dialects have delivered the same so far.
    private(set) var isIdentical = true
    private var number = 0
    private let screen: Screen
    private let backend: EmbeddedBackend
    private let watchers: [Watchers]
    private let writer: Writer

    init(clock: ManualClock, clients names: [String], on screen: Screen) throws {
        self.screen = screen
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

    /// Performs a step as the writing client, and prints what every client has received.
    func step(_ title: String, _ body: (Writer) -> Void) async {
        body(writer)
        for watcher in watchers { await watcher.settle() }
        if number > 0 { screen.pause() }
        number += 1
        screen.title("Step \(number): \(title)")
        for watcher in watchers where !watcher.show(on: screen) { isIdentical = false }
    }
}
