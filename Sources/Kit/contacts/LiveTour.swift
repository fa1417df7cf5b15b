import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import DatasyncTesting
import Foundation

/// A tour of live objects, live collections and item updates, each watched in all three dialects.
final class LiveTour {
    private let backend: EmbeddedBackend
    private let application: WebcomApplication
    private let other: WebcomApplication
    private let manager: DatasyncManager
    private let queue = DispatchQueue(label: "live")
    private let screen: Screen
    private var loops: [Task<Void, any Error>] = []

    init(clock: ManualClock, on screen: Screen) throws {
        self.screen = screen
        backend = EmbeddedBackend { clock.now }
        try backend.setRules(#"{"rules": {".read": true, "contacts": {".write": true}, "users": {".write": true}}}"#)
        var contacts: [String: Any] = [:]
        for number in 0..<45 {
            contacts["c\(10 + number)"] = ["name": "Contact \(number)", "phone": "555-01\(10 + number)"]
        }
        try backend.setData(["contacts": contacts, "users": ["ada": ["name": "Ada", "mood": "calm"]], "fixed": 1])
        let configuration = WebcomConfiguration(identifier: "contacts-live", platform: .embedded(in: backend))
        application = WebcomApplication(configuration: configuration)
        other = WebcomApplication(configuration: configuration)
        manager = application.datasyncService.createManager()
    }

    deinit {
        for loop in loops { loop.cancel() }
    }

    /// Runs the tour and returns whether all three dialects delivered the same.
    func run() async -> Bool {
        var verdicts: [Bool] = []
        for part in [objects, collections, items] {
            if !verdicts.isEmpty { screen.pause() }
            verdicts += await part()
        }
        return verdicts.allSatisfy(\.self)
    }

    // MARK: A live object

    private func objects() async -> [Bool] {
        let table = Table("A live object of /users/ada", on: screen)
        let legacy = Webcom(application).child("users/ada").liveObject(queue: queue)
        for change in LiveChange.allCases {
            legacy.on(change.rawValue, queue: queue) { update in
                table.add(
                    0, change, update.loadingStatus, update.dataStatus, (update.model?.val() as? [String: Any])?["mood"]
                )
            }
        }
        let callback = node("users/ada").liveObject(queue: queue)
        let token = callback.observe(queue: queue) { update in
            for change in update.changes {
                let mood = (update.model?.val() as? [String: Any])?["mood"]
                table.add(1, change, update.loadingStatus, update.dataStatus, mood)
            }
        }
        if let node = manager / "users/ada" {
            await iterate(over: node.liveObject(as: User.self, queue: queue).updates) { update in
                for change in update.changes {
                    table.add(2, change, update.loadingStatus, update.dataStatus, update.model?.mood)
                }
            }
        }
        await table.clear(queue)
        var isEqual = [await table.begin(queue)]
        isEqual.append(
            await table.step("Ann, who has the object, changes the mood", on: queue) { write("users/ada/mood", "glad") }
        )
        isEqual.append(await table.step("Bob changes it", on: queue) { writeElsewhere("users/ada/mood", "curious") })
        isEqual.append(await table.step("Bob removes Ada", on: queue) { writeElsewhere("users/ada", nil) })
        token.invalidate()
        legacy.dispose()
        return isEqual
    }

    // MARK: A live collection

    private func collections() async -> [Bool] {
        let table = Table("A live collection of /contacts, 45 of them", on: screen)
        let legacy = Webcom(application).child("contacts").liveCollection(queue: queue)
        for change in LiveChange.allCases {
            legacy.on(change.rawValue, queue: queue) { update in
                table.add(0, change, update.loadingStatus, update.models.count, update.hasMore)
            }
        }
        let callback = node("contacts").liveCollection(queue: queue)
        let token = callback.observe(queue: queue) { update in
            for change in update.changes {
                table.add(1, change, update.loadingStatus, update.models.count, update.hasMore)
            }
        }
        guard let contacts = manager / "contacts" else { return [false] }
        let async = contacts.liveCollection(of: Contact.self, queue: queue)
        await iterate(over: async.updates) { page in
            for change in page.changes { table.add(2, change, page.loadingStatus, page.models.count, page.hasMore) }
        }
        await table.clear(queue)
        var isEqual = [await table.begin(queue)]
        isEqual.append(
            await table.step("a page more", on: queue) {
                legacy.nextPage()
                callback.nextPage()
                async.nextPage()
            })
        isEqual.append(
            await table.step("the last page", on: queue) {
                legacy.nextPage()
                callback.nextPage()
                async.nextPage()
            })
        isEqual.append(await table.step("Bob removes a contact", on: queue) { writeElsewhere("contacts/c12", nil) })
        isEqual.append(
            await table.step("back to the first page", on: queue) {
                legacy.resetPage()
                callback.resetPage()
                async.resetPage()
            })
        token.invalidate()
        legacy.dispose()
        return isEqual
    }

    // MARK: Item updates

    private func items() async -> [Bool] {
        let table = Table("Item updates of the first contacts, in command mode", on: screen)
        for key in 13..<55 { writeElsewhere("contacts/c\(key)", nil) }
        let fields = ["name", "phone"]
        let legacy = Webcom(application).itemSubscription(
            mode: .command, items: ["contacts"], fields: fields, queue: queue)
        for name in ["subscription", "item_update", "end_of_snapshot", "unsubscription"] {
            legacy.on(name, queue: queue) { table.add(0, $0) }
        }
        let callback = node("").itemSubscription(mode: .command, items: ["contacts"], fields: fields, queue: queue)
        callback.addListener(queue: queue) { table.add(1, $0) }
        legacy.subscribe()
        callback.subscribe()
        if let root = manager / "" {
            await iterate(
                over: root.items(mode: .command, items: ["contacts"], fields: fields, queue: queue).events
            ) { event in table.add(2, event) }
        }
        var isEqual = [await table.begin(queue)]
        isEqual.append(await table.step("Ann changes a number", on: queue) { write("contacts/c10/phone", "555-0199") })
        isEqual.append(
            await table.step("Bob adds a contact", on: queue) { writeElsewhere("contacts/z", ["name": "Zoe"]) })
        isEqual.append(await table.step("Ann removes it", on: queue) { write("contacts/z", nil) })
        return isEqual
    }

    // MARK: Tools

    private func node(_ path: String) -> Webcom.ServerlessDbNode {
        Webcom.App(application).serverlessDb.rootNode.relativeNode(path)
    }

    private func write(_ path: String, _ value: Any?) { Webcom(application).child(path).set(value) }

    private func writeElsewhere(_ path: String, _ value: Any?) { Webcom(other).child(path).set(value) }

    /// Iterates over a sequence in a separate task; returns after the iterator is created.
    private func iterate<Sequence: AsyncSequence & Sendable>(
        over sequence: Sequence, _ body: @escaping @Sendable (Sequence.Element) -> Void
    ) async {
        let (hasBegun, began) = AsyncStream.makeStream(of: Void.self)
        loops.append(
            Task {
                var iterator = sequence.makeAsyncIterator()
                began.finish()
                while let element = try await iterator.next() { body(element) }
            })
        for await _ in hasBegun {}
    }
}

/// A user, in the form stored below `users`.
private struct User: Codable, Sendable {
    let mood: String?
}
