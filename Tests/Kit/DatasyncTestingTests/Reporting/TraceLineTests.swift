import Testing

@testable import DatasyncTesting

@Suite("Parts of trace lines")
struct TraceLineTests {
    @Test("an event of a child has its key, its preceding key, its acknowledgement and its value")
    func child() {
        let line = TraceLine("child_added b prev=a local value={\"x\":\"local acked\"}")
        #expect(line.kind == "child_added")
        #expect((line.key, line.previous, line.isAcknowledged) == ("b", "a", false))
        #expect(line.value == "{\"x\":\"local acked\"}")
        #expect(TraceLine("child_removed b acked value=1").previous == nil)
        #expect(TraceLine("child_added b prev=null acked").value == nil)
    }

    @Test("keys in quotes may contain spaces, quotes and the words of the format")
    func quotedKeys() {
        let line = TraceLine("child_changed \"a \\\" acked prev=x\" prev=\"c d\" acked value=1")
        #expect(line.key == "\"a \\\" acked prev=x\"")
        #expect(line.previous == "\"c d\"")
        #expect(line.isAcknowledged == true)
        #expect(TraceLine("child_added acked prev=local local value=1").key == "acked")
        #expect(TraceLine("child_added acked prev=local local value=1").isAcknowledged == false)
    }

    @Test("value events have no key, completions and revocations have a status")
    func others() {
        #expect(TraceLine("value acked value=\"a b\"").key == nil)
        #expect(TraceLine("value acked value=\"a b\"").value == "\"a b\"")
        #expect(TraceLine("value_ack acked").isAcknowledged == true)
        #expect(TraceLine("revoked permission_denied").status == "permission_denied")
        #expect(TraceLine("cancelled").status == nil)
        let completion = TraceLine("set /a/b ok")
        #expect((completion.kind, completion.key, completion.status) == ("set", "/a/b", "ok"))
    }
}
