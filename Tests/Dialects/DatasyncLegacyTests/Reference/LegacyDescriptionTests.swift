import ClientTestSupport
import DatasyncBackend
import DatasyncClient
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Descriptions of the legacy dialect", .timeLimit(.minutes(30)))
struct LegacyDescriptionTests {
    let fixture: ClientFixture
    let root: Webcom

    init() throws {
        fixture = try ClientFixture(["contacts": ["ada": ["name": "Ada"], "bob": ["name": "Bob"]]])
        root = fixture.device().legacy
    }

    /// Checks the text of a value.
    private func expect(
        _ value: some CustomStringConvertible, _ text: String, at place: SourceLocation = #_sourceLocation
    ) {
        #expect(value.description == text, sourceLocation: place)
        #expect(String(reflecting: value) == text, sourceLocation: place)
    }

    /// Reads a snapshot.
    private func snapshot(_ path: String) throws -> DataSnapshot {
        let box = Box<DataSnapshot?>(nil)
        root.child(path).get(queue: nil) { box.value = $1 }
        fixture.flush()
        return try #require(box.value)
    }

    @Test("ill-formed references and queries print the requested path, never the root")
    func references() {
        expect(root.child("a"), "bench:/a")
        let bad = root.child("a").child("b.c")
        expect(bad, "bench:/a/b.c (ill-formed)")
        #expect(bad.path == "/a/b.c")
        expect(root.child("a").startAt("k").limit(3), #"Query(bench:/a, from "k" first 3)"#)
        expect(root.limit(-1), "Query(bench:/, last -1 (invalid))")
        expect(bad.limit(1), "Query(bench:/a/b.c (ill-formed), last 1)")
        expect(bad.onDisconnect(), "OnDisconnect(bench:/a/b.c (ill-formed))")
    }

    @Test("listeners print path, window, events and state")
    func listeners() {
        let listener = root.child("contacts").limit(1).on(["child_added", "child_removed"], queue: nil) { _, _ in }
        expect(listener, "Listener(/contacts, last 1, child_added+child_removed, active)")
        root.child("contacts").limit(1).off("child_added", listener)
        fixture.flush()
        expect(listener, "Listener(/contacts, last 1, ended)")
        expect(root.on("valu", queue: nil, { _, _ in }, revoked: { _ in }), "Listener(refused)")
    }

    @Test("snapshots print path, acknowledgement, value and event")
    func snapshots() throws {
        expect(try snapshot("contacts/ada"), #"DataSnapshot(/contacts/ada, acknowledged, {"name":"Ada"})"#)
        let log = Log()
        root.child("contacts/ada/name").on("value", queue: nil) { snapshot, _ in log.note(snapshot.debugDescription) }
        fixture.flush()
        #expect(log.entries == [#"DataSnapshot(/contacts/ada/name, acknowledged, "Ada", value)"#])
    }

    @Test("live objects, collections and item subscriptions print path and state")
    func live() {
        let object = root.child("contacts/ada").liveObject(queue: fixture.queue)
        let contacts = root.child("contacts").liveCollection(pageSize: 1, queue: fixture.queue)
        fixture.flush()
        expect(object, "LiveObject(/contacts/ada, loaded, fresh)")
        expect(object.live, "LiveHandle(/contacts/ada, loaded, fresh)")
        expect(contacts, "LiveCollection(/contacts, loaded, fresh, more)")
        let items = root.itemSubscription(mode: .raw, items: ["a.b"], fields: ["."], queue: fixture.queue)
        expect(items, #"ItemSubscription(/, raw, list(["a.b"]), not subscribed)"#)
        let log = Log()
        for event in ["subscription", "item_error", "unsubscription"] {
            items.on(event, queue: nil) { log.note(String($0.description.prefix(48))) }
        }
        items.subscribe()
        fixture.flush()
        items.unsubscribe()
        fixture.flush()
        #expect(
            log.entries == [
                "ItemEvent(subscription)", "ItemEvent(item_error of a.b, invalidPath: The pa",
                "ItemEvent(unsubscription)",
            ])
    }

    @Test("snapshots are equal by path, value and acknowledgement, for any event")
    func equality() throws {
        let (first, again) = (try snapshot("contacts/ada"), try snapshot("contacts/ada"))
        #expect(first == again && first.hashValue == again.hashValue)
        #expect(try snapshot("contacts").child("ada") == first)
        #expect(try snapshot("contacts").children.map { $0 == first } == [true, false])
        let log = Log()
        root.child("contacts/ada").on("value", queue: nil) { snapshot, _ in log.note("\(snapshot == first)") }
        fixture.flush()
        #expect(log.entries == ["true"])
        #expect(Set([first, again, first.child("name")]).count == 2)
    }
}
