import DatasyncAsync
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// A contact, as it is stored below `contacts`.
struct Contact: Codable, Sendable {
    let name: String
    let phone: String
}

/// The back end, its clients and what each client's three watchers have heard.
final class ContactBook {
    private let backend: EmbeddedBackend
    private let watchers: [Watchers]
    private let writer: Writer

    init(clock: ManualClock, clients names: [String]) throws {
        backend = EmbeddedBackend { clock.now }
        // Everybody may read, and write contacts, but nobody may write one called mallory.
        try backend.setRules(
            """
            {"rules": {".read": true, "contacts": {"mallory": {}, "$contact": {".write": true}}}}
            """)
        let configuration = WebcomConfiguration(identifier: "contacts-app", platform: .embedded(in: backend))
        let applications = names.map { _ in WebcomApplication(configuration: configuration) }
        watchers = zip(names, applications).map { Watchers(name: $0, application: $1) }
        writer = Writer(application: applications[0])
    }

    /// Does something as the writing client, and waits until every watcher has heard of it.
    func step(_ title: String, _ body: (Writer) -> Void) async {
        for watcher in watchers { watcher.begin(title) }
        body(writer)
        for watcher in watchers { await watcher.settle() }
    }

    /// Prints for each client what its watchers heard; answers whether they all heard the same.
    func printTraces() -> Bool {
        watchers.map { $0.printTable() }.allSatisfy(\.self)
    }
}

/// Writes contacts in the manner of Swift concurrency's dialect, without waiting for the answers.
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
