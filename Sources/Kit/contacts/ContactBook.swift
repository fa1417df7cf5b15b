import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// A contact, as it is stored below `contacts`.
struct Contact: Codable, Sendable {
    let name: String
    let phone: String
}

/// The back end, its clients, and the traces of each client's three watchers.
final class ContactBook {
    private let backend: EmbeddedBackend
    private let watchers: [Watchers]
    private let writer: Writer

    init(clock: ManualClock, clients names: [String]) throws {
        backend = EmbeddedBackend { clock.now }
        // All clients may read, and write all contacts except `mallory`.
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

/// Writes contacts in the async dialect, without awaiting the acknowledgements.
struct Writer {
    private let manager: DatasyncManager
    private let contacts: DatasyncNode.PromiseWrapper

    init(application: WebcomApplication) {
        manager = application.datasyncService.createManager()
        guard let node = manager / "contacts" else { preconditionFailure("\"contacts\" is a well-formed path") }
        contacts = node.promise
    }

    func add(_ key: String, name: String, phone: String) { child(key).set(Contact(name: name, phone: phone)) }

    func changePhone(of key: String, to phone: String) { child(key).merge(.raw, with: ["phone": phone]) }

    func stamp(_ key: String) { child(key).merge(.raw, with: ["date": Webcom.ServerValue.TIMESTAMP]) }

    func remove(_ key: String) { child(key).clear() }

    private func child(_ key: String) -> DatasyncNode.PromiseWrapper {
        (contacts.wrapped / key)?.promise ?? contacts
    }
}
