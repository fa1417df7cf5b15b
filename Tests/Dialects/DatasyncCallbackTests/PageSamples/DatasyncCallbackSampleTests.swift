import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import Dispatch
import TestSupport
import Testing

/// The samples of the start page of `DatasyncCallback`.
@Suite("Samples of the page DatasyncCallback", .timeLimit(.minutes(30)))
struct DatasyncCallbackSampleTests {
    let fixture: ClientFixture
    let device: Device
    let root: Webcom.ServerlessDbNode
    let contacts: Webcom.ServerlessDbNode
    let log = Log()

    init() throws {
        fixture = try ClientFixture()
        device = fixture.device()
        device.application.defaultQueue = .main
        root = Webcom.App(device.application).serverlessDb.rootNode
        contacts = root.relativeNode("contacts")
    }

    private func show(_ line: String) { log.note(line) }

    @Test("nodes are values that name a node")
    func opening() {
        // sample: opening
        let root = Webcom.App("address-book").serverlessDb.rootNode
        let contacts = root.relativeNode("contacts")
        // end of sample
        #expect(contacts.path == "/contacts")
        #expect(contacts.parent == root)
    }

    private func subscribe() -> Webcom.Callback {
        // sample: subscribing
        let callback = Webcom.Callback { snapshot, previousKey in
            let state = snapshot.acked ? "saved" : "saving"
            show("\(snapshot.event) \(snapshot.node.key ?? "") after \(previousKey ?? "nothing"): \(state)")
        }
        .includeAcknowledgements()
        .onCanceled { error in show(error.map { "revoked: \($0.message)" } ?? "cancelled") }
        contacts.subscribe(Webcom.Event.Child, callback)
        // end of sample
        return callback
    }

    @Test("a callback receives a local child, its acknowledgement, and the cancellation last")
    func subscribing() async {
        let callback = subscribe()
        device.port.hold()
        contacts.relativeNode("ada").set("Ada")
        await flushMain()
        #expect(log.take() == ["child_added ada after nothing: saving"])
        device.port.release()
        await flushMain()
        #expect(log.take() == ["child_ack ada after nothing: saved"])
        // sample: cancelling
        contacts.unsubscribe(callback)
        // end of sample
        contacts.relativeNode("bob").set("Bob")
        await flushMain()
        #expect(log.take() == ["cancelled"])
    }

    @Test("new rules revoke a subscription, with the reason")
    func revoking() async throws {
        _ = subscribe()
        await flushMain()
        try fixture.embedded.setRules(closed)
        await flushMain()
        let lines = log.take()
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("revoked: ") == true)
    }

    @Test("a read with a constraint returns its children")
    func reading() async throws {
        try fixture.embedded.setData(["contacts": ["ada": "Ada", "bob": "Bob", "cyd": "Cyd"]])
        // sample: reading
        let snapshot = try await contacts.get(.Last(2)).value
        show(snapshot.children.compactMap(\.node.key).joined(separator: ", "))
        // end of sample
        #expect(log.take() == ["bob, cyd"])
    }

    private func write() {
        // sample: writing
        let ada = contacts.relativeNode("ada")
        ada.set(["name": "Ada"])
            .then { ada.merge(["phone": "555-0100"]) }
            .then { contacts.push(["name": "Grace"]) }
            .done { grace in show("stored below \(grace.parent?.path ?? "")") }
            .catch { error in show("reverted: \(error)") }
        // end of sample
    }

    @Test("set replaces, merge adds members, push adds a child, one after the other")
    func writing() async throws {
        write()
        await settle()
        #expect(log.take() == ["stored below /contacts"])
        let data = try #require(fixture.embedded.data as? [String: [String: [String: String]]])
        let stored = try #require(data["contacts"])
        #expect(stored["ada"] == ["name": "Ada", "phone": "555-0100"])
        #expect(stored.values.contains(["name": "Grace"]))
    }

    @Test("a refused write skips the rest of the chain")
    func refusedWriting() async throws {
        try fixture.embedded.setRules(readOnly)
        write()
        await settle()
        let lines = log.take()
        #expect(lines.count == 1)
        #expect(lines.first?.hasPrefix("reverted: ") == true)
        #expect(fixture.embedded.data == nil)
    }

    @Test("an on-disconnect write runs each time the connection ends")
    func disconnecting() async {
        // sample: on-disconnect writes
        let status = root.relativeNode("status/ada")
        status.set("offline", at: Webcom.ON_DISCONNECTION)
            .then { status.set("online") }
            .done { show("online") }
            .catch { error in show("refused: \(error)") }
        // end of sample
        await settle()
        #expect(log.take() == ["online"])
        for _ in 0..<2 {
            #expect(stored("ada") == "online")
            device.port.drop()
            #expect(stored("ada") == "offline")
            device.port.restore()
            status.set("online")
            await settle()
        }
    }

    /// Waits for chains of promises on the main queue; the back end of the fixture responds at once.
    private func settle() async {
        for _ in 0..<4 { await flushMain() }
    }

    private func stored(_ name: String) -> String? {
        (fixture.embedded.data as? [String: [String: String]])?["status"]?[name]
    }
}
