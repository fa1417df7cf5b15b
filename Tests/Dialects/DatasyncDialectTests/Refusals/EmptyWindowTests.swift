import ClientTestSupport
import DatasyncAsync
import DatasyncCallback
import DatasyncLegacy
import TestSupport
import Testing

@Suite("Constraints that exclude every child", .timeLimit(.minutes(30)))
struct EmptyWindowTests {
    private let fixture: ClientFixture
    private let device: Device
    private let log = Log()
    private let events = Log()
    private let expected =
        "invalidConstraint: The constraint from \"b\" to \"a\" at /list shows no child, as \"b\" sorts after \"a\"; "
        + "swap the bounds."

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2]])
        device = fixture.device()
        device.application.diagnostics = { [log] in log.note("\($0)") }
    }

    @Test("an empty constraint gives one diagnostic and no child in the legacy dialect")
    func legacy() {
        device.legacy.child("list").startAt("b").endAt("a").on("value", queue: nil) { [events] snapshot, _ in
            events.note(snapshot.text)
        }
        fixture.flush()
        #expect(log.take() == [expected])
        #expect(events.take() == ["null"])
        device.legacy.child("list").set(["a": 3, "b": 4])
        fixture.flush()
        #expect(log.take() == [])
    }

    @Test("an empty constraint gives one diagnostic and no child in the callback dialect")
    func callback() {
        let callback = Webcom.Callback(queue: nil) { [events] snapshot, _ in events.note(snapshot.text) }
        device.node("list").subscribe(Webcom.Event.ValueChange, callback, .Between("b", "a"))
        // Subscribing the same callback once more makes no new subscription.
        device.node("list").subscribe(Webcom.Event.ValueChange, callback, .Between("b", "a"))
        fixture.flush()
        #expect(log.take() == [expected])
        #expect(events.take() == ["null"])
    }

    @Test("an empty constraint gives one diagnostic and no child in the async dialect")
    func async() async throws {
        let manager = device.manager()
        let node = try manager.nodeThrows(for: "list")
        node.subscribe(childrenConstraint: .between(from: "b", to: "a"), queue: nil) { [events] event in
            events.note(event.value.description)
        }
        fixture.flush()
        #expect(log.take() == [expected])
        #expect(events.take() == ["null"])
        var rows = node.children(as: Int.self, childrenConstraint: .between(from: "b", to: "a")).makeAsyncIterator()
        #expect(try await rows.next()?.isEmpty == true)
        #expect(log.take() == [expected])
    }

    @Test("bounds in the order of keys, with numbers first, give no diagnostic", arguments: [("9", "10"), ("a", "a")])
    func inOrder(bounds: (String, String)) {
        let callback = Webcom.Callback(queue: nil) { _, _ in }
        device.node("list").subscribe(Webcom.Event.ValueChange, callback, .Between(bounds.0, bounds.1))
        fixture.flush()
        #expect(log.take() == [])
    }
}
