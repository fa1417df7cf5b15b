import DatasyncBackend
import DatasyncTree
import DatasyncWire
import Testing

/// Requests that the back end refuses, and the responses to them.
struct RefusalTests {
    @Test("without rules everything is allowed; with rules only what some level from the root down allows")
    func rules() throws {
        let rules = try Rules(
            try JSONParser.parse(#"{"rules":{"open":{".read":true},"users":{"$uid":{".write":true},"root":{}}}}"#))
        #expect(Rules.open.allow(.write, at: try Path("/anything")))
        #expect(rules.allow(.read, at: try Path("/open/below/it")))
        #expect(!rules.allow(.read, at: try Path("/")))
        #expect(!rules.allow(.write, at: try Path("/open")))
        #expect(rules.allow(.write, at: try Path("/users/ada/name")))
        #expect(!rules.allow(.write, at: try Path("/users")))
        #expect(!rules.allow(.write, at: try Path("/users/root")), "a listed child is not caught by the wildcard")
    }

    @Test(
        "a bad rules document is refused with the path and the allowed members",
        arguments: [
            (#"{"rule":{}}"#, #"The rules document should be {"rules": {…}}, found "{\"rule\":{}}"."#),
            (
                #"{"rules":{"a":{".reed":true}}}"#,
                "The rule kind rules/a/.reed is unknown; known are .read, .write, .validate, .webhooks and .indexOn."
            ),
            (
                #"{"rules":{".read":7}}"#,
                #"The rule rules/.read is "7"; it should be a boolean or an expression."#
            ),
            (#"{"rules":{"$a":{},"$b":{}}}"#, "The level rules/$b is a second wildcard beside another; keep one."),
        ])
    func badRules(text: String, message: String) throws {
        let error = #expect(throws: DatasyncError.self) { try Rules(try JSONParser.parse(text)) }
        #expect(error?.message == message)
    }

    @Test("a write that the rules forbid is refused, changes nothing, and is not pushed")
    func forbidden() throws {
        var fixture = try BackendFixture(#"{"a":1}"#, rules: #"{"rules":{".read":true,"b":{".write":true}}}"#)
        fixture.connect("A")
        try fixture.listen("A", "/")
        _ = fixture.take("A")
        try fixture.put("A", "/a", "2")
        #expect(fixture.take("A") == ["permission_denied"])
        try fixture.merge("A", "/", #"{"b":1,"a":2}"#)
        #expect(fixture.take("A") == ["permission_denied"], "one forbidden path forbids the whole merge")
        #expect(fixture.state.data == (try Node(["a": 1])))
    }

    @Test("new rules revoke at once the listens that they forbid")
    func revocation() throws {
        var fixture = try BackendFixture(#"{"a":1,"b":2}"#)
        fixture.connect("A")
        try fixture.listen("A", "/a")
        try fixture.listen("A", "/b")
        _ = fixture.take("A")
        let rules = try RulesDocument(try JSONParser.parse(#"{"rules":{"a":{".read":true}}}"#))
        fixture.control("A") { state, _ in state.setRules(rules, now: 1000) }
        #expect(fixture.take("A") == ["revoked /b permission_denied"])
        try fixture.put("A", "/b", "3")
        #expect(fixture.take("A") == ["permission_denied"])
        try fixture.listen("A", "/b")
        #expect(fixture.take("A") == ["permission_denied"])
    }

    @Test("limits are enforced on strings, writes, children, keys, and the data below a listen")
    func limits() throws {
        var limits = Limits()
        limits.string = 10
        limits.write = 60
        limits.children = 3
        limits.listen = 100
        var fixture = try BackendFixture(#"{"l":{"a":1,"b":2,"c":3}}"#, limits: limits)
        fixture.connect("A")
        try fixture.put("A", "/s", #""12345678901""#)
        try fixture.put("A", "/w", #"{"a":"1234567890","b":"1234567890","c":"1234567890","d":"1234567890"}"#)
        try fixture.put("A", "/l/d", "4")
        try fixture.put("A", "/m", #"{"a":1,"b":2,"c":3,"d":4}"#)
        #expect(fixture.take("A") == ["too_big", "too_big", "too_big", "too_big"])
        try fixture.listen("A", "/")
        _ = fixture.take("A")
        for key in ["x", "y"] { try fixture.put("A", "/big/\(key)", #"{"a":"1234567890","b":"1234567890"}"#) }
        #expect(fixture.take("A").contains("revoked / too_big"))
        try fixture.listen("A", "/", try Window(limit: 1), tag: 1)
        #expect(fixture.take("A") == ["too_big"], "also when a window hides most of it")
    }

    @Test("the controller's injected refusal applies to the next write only")
    func refuseNext() throws {
        var fixture = try BackendFixture()
        fixture.connect("A")
        fixture.control("A") { state, port in
            state.refuseNext(port, with: .unavailable)
            return []
        }
        try fixture.put("A", "/a", "1")
        try fixture.put("A", "/a", "2")
        #expect(fixture.take("A") == ["unavailable", "ok"])
    }
}
