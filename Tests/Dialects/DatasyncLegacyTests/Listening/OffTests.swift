import ClientTestSupport
import DatasyncLegacy
import TestSupport
import Testing

@Suite("off and once", .timeLimit(.minutes(30)))
struct OffTests {
    let fixture: ClientFixture
    let node: Webcom
    let log = Log()

    init() throws {
        fixture = try ClientFixture(["list": ["a": 1, "b": 2, "c": 3]])
        node = fixture.device().legacy.child("list")
    }

    /// Adds a child and returns the noted lines.
    private func heard(_ key: String) -> Set<String> {
        fixture.flush()
        _ = log.take()
        node.child(key).set(0)
        fixture.flush()
        return Set(log.take())
    }

    @discardableResult
    private func listen(_ name: String, _ events: some EventNames, on target: (any Listenable)? = nil) -> Listener {
        (target ?? node).on(events, queue: nil) { [log] _, _ in log.note(name) }
    }

    @Test("off cancels every listener of the node, but not those of its queries or of other nodes")
    func offAlone() {
        listen("value", "value")
        listen("child", "child_added")
        listen("query", "child_added", on: node.limit(9))
        listen("root", "value", on: node.root())
        #expect(heard("d") == ["value", "child", "query", "root"])
        node.off()
        #expect(heard("e") == ["query", "root"])
        node.limit(9).off()
        #expect(heard("f") == ["root"])
        node.root().off()
        #expect(heard("g") == [])
    }

    @Test("off with a name cancels the listeners to that event, including those to several events")
    func offName() {
        listen("value", "value")
        listen("both", ["value", "value_ack"])
        listen("ack", "value_ack")
        listen("child", "child_added")
        node.off("value_ack")
        #expect(heard("d") == ["value", "child"])
        node.off("child_removed")
        #expect(heard("e") == ["value", "child"])
    }

    @Test("off with several names cancels the listeners to any of them, of both families")
    func offNames() {
        listen("value", "value")
        listen("added", "child_added")
        listen("removed and added", ["child_removed", "child_added"])
        listen("changed", "child_changed")
        node.off(["child_removed", "value"])
        #expect(heard("d") == ["added"])
    }

    @Test("off with a listener cancels only that listener, if it listens to the event")
    func offListener() {
        let first = listen("first", "value")
        listen("second", "value")
        node.off("child_added", first)
        #expect(heard("d") == ["first", "second"])
        node.off("value", first)
        node.off("value", first)
        #expect(heard("e") == ["second"])
    }

    @Test("off without a matching listener has no effect and reports nothing")
    func offSilent() {
        node.on("value", queue: nil) { [log] _, _ in
            log.note("value")
        } revoked: { [log] in
            log.note("\($0)")
        }
        fixture.flush()
        node.off()
        node.off()
        node.child("x").off(["child_ack"])
        fixture.flush()
        #expect(log.entries == ["value"])
        #expect(fixture.listenCount == 0)
    }

    @Test("off with an unknown name cancels nothing and reports to the diagnostics")
    func offUnknown() throws {
        let device = fixture.device()
        device.application.diagnostics = { [log] in log.note($0.message) }
        let other = device.legacy.child("list")
        other.on("value", queue: nil) { [log] _, _ in log.note("value") }
        fixture.flush()
        _ = log.take()
        other.off("valeu")
        #expect(log.take().first?.contains(#""value""#) == true)
        node.child("d").set(1)
        fixture.flush()
        #expect(log.take() == ["value"])
    }

    @Test("once delivers one event and then stops listening")
    func onceValue() {
        node.once("value", queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        node.child("d").set(4)
        fixture.flush()
        #expect(log.entries == [#"value list acked {"a":1,"b":2,"c":3}"#])
        #expect(fixture.listenCount == 0)
    }

    @Test("once with child events delivers one event in all, for any number of children")
    func onceChildren() {
        node.once(["child_added", "child_removed"], queue: nil) { [log] in log.note($0, $1) }
        node.startAt("b").once("child_added", queue: nil) { [log] in log.note($0, $1) }
        fixture.flush()
        node.child("a").remove()
        fixture.flush()
        #expect(log.entries == ["child_added a acked 1", "child_added b acked 2"])
    }

    @Test("once waits for the first event that matches")
    func onceLater() {
        node.once("child_removed", queue: nil) { [log] in log.note($0, $1) }
        node.child("d").set(4)
        fixture.flush()
        #expect(log.entries == [])
        node.child("d").remove()
        node.child("a").remove()
        fixture.flush()
        #expect(log.entries == ["child_removed d local 4"])
    }

    @Test("off cancels a once that has not fired, with and without its listener")
    func onceEnded() {
        let listener = node.once("child_removed", queue: nil) { [log] in log.note($0, $1) }
        node.once("child_removed", queue: nil) { [log] in log.note($0, $1) }
        node.off("child_removed", listener)
        node.child("a").remove()
        fixture.flush()
        #expect(log.entries == ["child_removed a local 1"])
    }

    @Test("once of data that may not be read reports the reason once")
    func onceRefused() throws {
        try fixture.embedded.setRules(closed)
        node.once("value", queue: nil) { [log] in
            log.note($0, $1)
        } revoked: { [log] in
            log.note("\($0.code)")
        }
        fixture.flush()
        #expect(log.entries == ["permissionDenied"])
    }

    @Test("listeners of one node are called in the order of their registration")
    func order() {
        for name in ["1", "2", "3"] { listen(name, "value") }
        fixture.flush()
        #expect(log.take() == ["1", "2", "3"])
        node.child("d").set(1)
        fixture.flush()
        #expect(log.take() == ["1", "2", "3"])
    }
}
