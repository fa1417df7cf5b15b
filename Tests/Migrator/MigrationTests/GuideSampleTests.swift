import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import Testing

@Suite("Samples of the guides", .timeLimit(.minutes(30)))
@MainActor
struct GuideSampleTests {
    private let backend = EmbeddedBackend()
    private let device: WebcomApplication
    private let other: WebcomApplication
    private let manager: DatasyncManager
    private let otherManager: DatasyncManager
    private let form = Form()

    init() {
        let configuration = WebcomConfiguration(identifier: "guides", platform: .embedded(in: backend))
        device = WebcomApplication(configuration: configuration)
        other = WebcomApplication(configuration: configuration)
        (manager, otherManager) = (device.datasyncService.createManager(), other.datasyncService.createManager())
    }

    @Test("the comparator compares every event of both dialects and reports a difference")
    func comparator() async throws {
        let contacts = try node("contacts")
        let (reports, report) = AsyncStream.makeStream(of: String.self)
        let comparator = compareInProduction(device, manager, userID: "u1", fraction: 1) { report.yield($0) }
        try await (contacts / "ada")?.set(Person(name: "Ada"))
        try await (contacts / "ada")?.merge(.raw, with: ["seen": [".sv": "timestamp"]])
        try await (otherManager / "contacts/bob")?.set(Person(name: "Bob"))
        try await (contacts / "ada")?.clear()
        // Addition and acknowledgement, change and its correction or acknowledgement, bob, removal and acknowledgement.
        await turns { comparator.countOfEqual >= 7 }
        #expect(comparator.countOfEqual == 7)
        #expect(comparator.countOfWaiting == 0)
        try backend.setRules(#"{"rules": {".read": false}}"#)
        await turns { comparator.countOfEqual >= 8 }
        #expect(comparator.countOfEqual == 8)
        #expect(comparator.isComparing, "nothing differs")
        comparator.record(from: .old, .cancellation)
        #expect(comparator.countOfWaiting == 1)
        comparator.record(from: .new, .revocation(WebcomError(.tooLarge, "")))
        comparator.finish()
        report.finish()
        var texts: [String] = []
        for await text in reports { texts.append(text) }
        #expect(texts.count == 1)
        #expect(texts.first?.hasPrefix("contacts: after 8 equal events, at ") == true)
        #expect(texts.first?.contains("\n> cancelled ") == true)
        #expect(texts.first?.hasSuffix("| revoked tooLarge") == true)
    }

    @Test("a user who is not chosen costs no comparison")
    func unsampled() async throws {
        let comparator = compareInProduction(device, manager, userID: "u1", fraction: 0) { _ in }
        try await (try node("contacts") / "ada")?.set(Person(name: "Ada"))
        #expect(!comparator.isComparing)
        #expect((comparator.countOfEqual, comparator.countOfWaiting) == (0, 0))
    }

    @Test("promise chains and their async replacements store the same data")
    func chains() async throws {
        let old = Webcom.App(device).serverlessDb.rootNode
        let (first, second) = (try node("first"), try node("second"))
        try await first.set(Person(name: "Ada"))
        try await second.set(Person(name: "Ada"))
        PromiseSamples.rename(old.relativeNode("first"), to: "Countess", form)
        await turns { form.lines.count == 1 && !form.isBusy }
        await PromiseSamples.rename(second, to: "Countess", form)
        #expect(form.lines == ["stored", "stored"])
        #expect(!form.isBusy)
        #expect(try await second.value().description == first.value().description)
        #expect(try await first.value().description == #"{"formerName":"Ada","name":"Countess"}"#)

        PromiseSamples.greet(old.relativeNode("first"), old.relativeNode("second"), form)
        await turns { form.lines.count == 3 }
        try await PromiseSamples.greet(first, second, form)
        #expect(form.lines.suffix(2) == ["2 and 2", "2 and 2"])

        let names = ["a", "b", "c"]
        let lists = ["1", "2", "3", "4"].compactMap { manager / "lists/\($0)" }
        _ = try await PromiseSamples.store(names, in: old.relativeNode("lists/1")).value
        _ = try await PromiseSamples.store(names, in: lists[1])
        try await PromiseSamples.storeInTurn(names, in: old.relativeNode("lists/3")).value
        try await PromiseSamples.storeInTurn(names, in: lists[3])
        for list in lists {
            let stored = try await list.decodedValue(as: [String: Person].self)
            #expect(stored.sorted { $0.key < $1.key }.map(\.value.name) == names)
        }
    }

    @Test("the samples for recovery, retries, races and bridges work")
    func recovery() async throws {
        let old = Webcom.App(device).serverlessDb.rootNode.relativeNode("number")
        let node = try node("number")
        #expect(try await PromiseSamples.number(at: old).value == 0)
        #expect(try await PromiseSamples.number(at: node) == 0)
        try await node.set(7)
        #expect(try await PromiseSamples.number(at: old).value == 7)
        #expect(try await PromiseSamples.number(at: node) == 7)
        #expect(try await PromiseSamples.valueSoon(of: node).json as? Int == 7)
        #expect(try await PromiseSamples.first(of: [node])?.json as? Int == 7)
        try await PromiseSamples.storeStubbornly("x", at: old, tries: 1).value
        try await PromiseSamples.storeStubbornly("y", at: node, tries: 1)
        try backend.setRules(#"{"rules": {".read": true}}"#)
        await #expect(throws: WebcomError.self) { try await PromiseSamples.storeStubbornly("z", at: node, tries: 1) }
        await #expect(throws: WebcomError.self) {
            try await PromiseSamples.storeStubbornly("z", at: old, tries: 1).value
        }
        await #expect(throws: WebcomError.self) { try await PromiseSamples.shownTotal(of: node) }
        try backend.setData(["total": ["a": 1, "b": 2]])
        #expect(try await PromiseSamples.shownTotal(of: manager.nodeThrows(for: "total")) == "3 in all")
    }

    @Test("a badge, a screen and a callback display their data, and are released with their last reference")
    func owners() async throws {
        try backend.setData(["messages": ["m1": "one", "m2": "two"]])
        var badge: Badge? = Badge(Webcom(device).child("messages"))
        badge?.start()
        await turns { badge?.text == "2" }
        #expect(badge?.text == "2")
        weak let gone = badge
        badge?.stop()
        badge = nil
        #expect(gone == nil)
        let root = Webcom.App(device).serverlessDb.rootNode
        callbackTraps(root.relativeNode("status"), root.relativeNode("messages"), form)
        await turns { form.lines.count == 1 }
        try backend.setRules(#"{"rules": {".read": false}}"#)
        await turns { form.lines.count == 2 }
        #expect(form.lines.first == "2 rows")
        #expect(form.lines.count == 2)
    }

    @Test("the samples for old and newer JavaScript work in Swift")
    func javaScript() async throws {
        JavaScriptSamples.old(form)
        await turns { !form.lines.isEmpty }
        #expect(form.lines == ["stored"])
        try backend.setData(["messages": ["m4": "four", "m5": "five", "m6": "six", "m7": "seven"]])
        JavaScriptSamples.oldQueries(Webcom(device).child("messages"), form)
        await turns { form.lines.count >= 3 }
        #expect(form.lines == ["stored", "m5", "m6"])
        JavaScriptSamples.new(form)
        await turns { form.lines.count >= 5 }
        #expect(form.lines.count == 5)
        #expect(form.lines.contains("unsubscribed"))
    }

    @Test("loops display their data until they are left")
    func loops() async throws {
        try backend.setData(["contacts": ["ada": ["name": "Ada"]], "seats": 1])
        let (contacts, seats) = (try node("contacts"), try node("seats"))
        let form = form
        let service = device.datasyncService
        let tasks: [Task<Void, Never>] = [
            Task { await watch(contacts, form) }, Task { _ = try? await KotlinSamples.watch(contacts, form) },
            Task { await KotlinSamples.show(seats, form) }, Task { await KotlinSamples.showConnection(service, form) },
        ]
        let expected = ["ada: stored", "+ ada after nothing", "nobody, loaded, fresh", "online"]
        await turns { expected.allSatisfy(form.lines.contains) }
        for task in tasks { task.cancel() }
        for task in tasks { await task.value }
        #expect(expected.filter { !form.lines.contains($0) } == [])
        let ada = try node("contacts/ada")
        try await readAndTransact(seats, ada, form)
        #expect(form.lines.last == "Ada")
        #expect(try await seats.decodedValue(as: Int.self) == 0)
        writeAsynchronously(ada, form)
        #expect(KotlinSamples.sequences(ada).count == 3)
    }

    @Test("subscriptions replace observations")
    func observe() async throws {
        let contacts = try node("contacts")
        try await ObserveSamples.write(contacts, form)
        let people = try await contacts.decodedValue(as: [String: Person].self)
        #expect(people.values.map(\.name).sorted() == ["Bob", "Grace"])
        ObserveSamples.observe(contacts, form)
        ObserveSamples.observeInOldStyle(Webcom(device).child("contacts"), form)
        let messages = try node("messages")
        try await messages.set(["m1": "one", "m6": "six"])
        try await ObserveSamples.query(messages, form)
        #expect(form.lines.suffix(3) == ["2", "1", "1"])
        try await ObserveSamples.rest(manager, form)
        #expect(try await (otherManager / "likes")?.decodedValue(as: Int.self) == 2)
    }

    private func node(_ path: String) throws(WebcomError) -> DatasyncNode { try manager.nodeThrows(for: path) }

    /// Waits until a condition holds; the limit only makes a failing test end soon.
    private func turns(until isSo: () -> Bool) async {
        var left = 100_000
        while !isSo(), left > 0 {
            left -= 1
            await takeTurn()
        }
        for _ in 0..<10 { await takeTurn() }
    }
}
