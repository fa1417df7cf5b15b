import ClientTestSupport
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import TestSupport
import Testing

@Suite("Descriptions of the callback dialect", .timeLimit(.minutes(30)))
struct CallbackDescriptionTests {
    let fixture: ClientFixture
    let device: Device

    init() throws {
        fixture = try ClientFixture(["contacts": ["ada": ["name": "Ada"], "bob": ["name": "Bob"]]])
        device = fixture.device()
    }

    /// Checks the text of a value.
    private func expect(
        _ value: some CustomStringConvertible, _ text: String, at place: SourceLocation = #_sourceLocation
    ) {
        #expect(String(describing: value) == text, sourceLocation: place)
        #expect(String(reflecting: value) == text, sourceLocation: place)
    }

    @Test("applications, nodes and constants print their names")
    func references() {
        let app = Webcom.App(device.application)
        expect(app, "App(bench)")
        expect(app.serverlessDb, "ServerlessDb(bench)")
        expect(device.node("a/b"), "bench:/a/b")
        expect(device.node("a/b.c"), "bench:/a/b.c (ill-formed)")
        #expect(device.node("a/b.c").path == "/a/b.c")
        expect(Webcom.NEXT_DISCONNECTION, "NEXT_DISCONNECTION")
        expect(Webcom.KEEP_UPDATING, "KEEP_UPDATING")
        let callback = Webcom.Callback(queue: fixture.queue, policy: Webcom.FORGET) { _, _ in }
        expect(callback, "Callback(bench, FORGET)")
        expect(Webcom.Callback(queue: nil) { _ in }, "Callback(default queue, KEEP)")
    }

    @Test("constraints print the requested values, valid or not")
    func constraints() {
        expect(Webcom.Constraint.None, "all")
        expect(Webcom.Constraint.StartAt("a", 2), #"from "a" first 2"#)
        expect(Webcom.Constraint.First(-1), "first -1 (invalid)")
        expect(Webcom.Constraint.EndAt("a/b"), #"to "a/b" (invalid)"#)
    }

    @Test("descriptors and selections print their events")
    func descriptors() {
        expect(Webcom.Event.ValueChange.WithoutData, "ValueDescriptor(value without data)")
        expect(Webcom.Event.Child.Addition, "ChildDescriptor(child_added)")
        expect(
            Webcom.Event.ValueChange.excludeRevocations(), "FinalDescriptor(value without revocations)")
        expect(Webcom.Event.Child.Removal.selection, "child_removed")
    }

    @Test("snapshots, results and subscriptions print their node and state")
    func snapshots() async throws {
        let node = device.node("contacts/ada")
        let snapshot = try await node.get().value
        expect(snapshot, #"DataSnapshot(/contacts/ada, acknowledged, {"name":"Ada"})"#)
        expect(snapshot.child("name"), #"DataSnapshot(/contacts/ada/name, acknowledged, "Ada")"#)
        let result = try await device.node("n").transaction { _ in 1 }.value
        expect(result, "TransactionResult(committed, DataSnapshot(/n, acknowledged, 1))")
        let log = Log()
        let callback = Webcom.Callback(queue: nil) { snapshot, _ in
            log.note(snapshot.debugDescription)
            log.note("\(snapshot.event)")
        }
        let subscription = try await device.node("n").subscribe(Webcom.Event.ValueChange, callback).value
        expect(subscription, "Subscription(/n, all, value, active)")
        fixture.flush()
        subscription.cancel()
        fixture.flush()
        expect(subscription, "Subscription(/n, all, ended)")
        #expect(
            log.entries == [
                "DataSnapshot(/n, acknowledged, 1, value)", "value",
                "DataSnapshot(/n, acknowledged, null, cancelation)", "cancelation",
            ])
    }

    @Test("live objects, collections, tokens and item subscriptions print path and state")
    func live() {
        let object = device.node("contacts/ada").liveObject(queue: fixture.queue)
        let contacts = device.node("contacts").liveCollection(pageSize: 1, queue: fixture.queue)
        let token = contacts.observe(queue: nil) { _ in }
        fixture.flush()
        expect(object, "LiveObject(/contacts/ada, loaded, fresh)")
        expect(contacts, "LiveCollection(/contacts, loaded, fresh, more)")
        expect(token, "LiveToken(/contacts, loaded, fresh, more)")
        let items = device.node("contacts").itemSubscription(
            mode: .command, items: .group(["x"]), fields: ["name"], queue: fixture.queue)
        expect(items, #"ItemSubscription(/contacts, command, group(["x"]), not subscribed)"#)
        items.subscribe()
        expect(items, #"ItemSubscription(/contacts, command, group(["x"]), subscribed)"#)
    }

    @Test("snapshots are equal by path, value and acknowledgement, for any event")
    func equality() async throws {
        let node = device.node("contacts/ada")
        let (first, again) = (try await node.get().value, try await node.get().value)
        #expect(first == again && first.hashValue == again.hashValue)
        #expect(first.child("name") != first)
        #expect(try await device.node("contacts").get().value.child("ada") == first)
        let delivered = Log()
        let callback = Webcom.Callback(queue: nil) { snapshot, _ in delivered.note("\(snapshot == first)") }
        node.subscribe(Webcom.Event.ValueChange, callback)
        fixture.flush()
        #expect(delivered.entries == ["true"])
        let others = try await device.node("contacts/bob").get().value
        #expect(first != others)
        #expect(Set([first, again, others]).count == 2)
        let elsewhere = try ClientFixture(["contacts": ["ada": ["name": "Ada"]]]).device()
        #expect(try await elsewhere.node("contacts/ada").get().value == first)
    }
}
