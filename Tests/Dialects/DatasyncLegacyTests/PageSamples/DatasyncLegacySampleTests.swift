import ClientTestSupport
import DatasyncBackend
import DatasyncLegacy
import Dispatch
import TestSupport
import Testing

/// The samples of the start page of `DatasyncLegacy`.
@Suite("Samples of the page DatasyncLegacy", .timeLimit(.minutes(30)))
struct DatasyncLegacySampleTests {
    let fixture: ClientFixture
    let device: Device
    let contacts: Webcom
    let log = Log()

    init() throws {
        fixture = try ClientFixture()
        device = fixture.device()
        device.application.defaultQueue = .main
        contacts = device.legacy.child("contacts")
    }

    private func show(_ line: String) { log.note(line) }

    @Test("references are values that name a node")
    func opening() {
        // sample: opening
        let contacts = Webcom("address-book").child("contacts")
        // end of sample
        #expect(contacts.path == "/contacts")
        #expect(contacts.child("ada").parent() == contacts)
    }

    private func subscribe() -> Listener {
        // sample: subscribing
        let events = ["child_added", "child_changed", "child_removed", "child_ack"]
        let listener = contacts.on(events) { snapshot, previousKey in
            let state = snapshot.acknowledged() ? "saved" : "saving"
            show("\(snapshot.eventType() ?? "") \(snapshot.name() ?? "") after \(previousKey ?? "nothing"): \(state)")
        } revoked: { error in
            show("revoked: \(error.message)")
        }
        // end of sample
        return listener
    }

    @Test("a listener receives a local child, its acknowledgement, and nothing after it is cancelled")
    func subscribing() async {
        let listener = subscribe()
        device.port.hold()
        contacts.child("ada").set("Ada")
        await flushMain()
        #expect(log.take() == ["child_added ada after nothing: saving"])
        device.port.release()
        await flushMain()
        #expect(log.take() == ["child_ack ada after nothing: saved"])
        // sample: cancelling
        contacts.off("child_added", listener)
        // end of sample
        contacts.child("bob").set("Bob")
        await flushMain()
        #expect(log.take() == [])
    }

    @Test("one listener is cancelled by its handle, all by off")
    func cancelling() async {
        let listener = subscribe()
        _ = subscribe()
        contacts.off("child_added", listener)
        contacts.child("ada").set("Ada")
        await flushMain()
        #expect(log.take().count == 2)
        contacts.off()
        contacts.child("bob").set("Bob")
        await flushMain()
        #expect(log.take() == [])
    }

    @Test("new rules revoke a listener, with the reason")
    func revoking() async throws {
        _ = subscribe()
        await flushMain()
        try fixture.embedded.setRules(closed)
        await flushMain()
        let lines = log.take()
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("revoked: ") == true)
    }

    @Test("a read of a window completes with its last children")
    func reading() async throws {
        try fixture.embedded.setData(["contacts": ["ada": "Ada", "bob": "Bob", "cyd": "Cyd"]])
        // sample: reading
        contacts.limit(2).once("value") { snapshot, _ in
            show(snapshot.children.compactMap { $0.name() }.joined(separator: ", "))
        }
        // end of sample
        await flushMain()
        #expect(log.take() == ["bob, cyd"])
    }

    private func write() {
        // sample: writing
        let ada = contacts.child("ada")
        ada.set(["name": "Ada"])
        ada.update(["phone": "555-0100"])
        contacts.push(["name": "Grace"]) { error in
            show(error.map { "reverted: \($0.message)" } ?? "stored")
        }
        // end of sample
    }

    @Test("set replaces, update adds members, push adds a child, and the completion reports the response")
    func writing() async throws {
        write()
        await flushMain()
        #expect(log.take() == ["stored"])
        let data = try #require(fixture.embedded.data as? [String: [String: [String: String]]])
        let stored = try #require(data["contacts"])
        #expect(stored["ada"] == ["name": "Ada", "phone": "555-0100"])
        #expect(stored.values.contains(["name": "Grace"]))
    }

    @Test("a refused write is reverted, and its completion receives the error")
    func refusedWriting() async throws {
        try fixture.embedded.setRules(readOnly)
        write()
        await flushMain()
        let lines = log.take()
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("reverted: ") == true)
        #expect(fixture.embedded.data == nil)
    }

    @Test("an on-disconnect write runs once, when the connection ends")
    func disconnecting() async {
        let root = device.legacy
        // sample: on-disconnect writes
        let status = root.child("status/ada")
        status.onDisconnect().set("offline") { error in
            if let error { return show("refused: \(error.message)") }
            status.set("online")
        }
        // end of sample
        await flushMain()
        #expect(stored("ada") == "online")
        device.port.drop()
        #expect(stored("ada") == "offline")
        device.port.restore()
        status.set("online")
        await flushMain()
        device.port.drop()
        #expect(stored("ada") == "online")
    }

    private func stored(_ name: String) -> String? {
        (fixture.embedded.data as? [String: [String: String]])?["status"]?[name]
    }
}
