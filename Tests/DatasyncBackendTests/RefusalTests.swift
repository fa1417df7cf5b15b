import DatasyncBackend
import DatasyncTree
import DatasyncWire
import Testing

/// What the back end does not do, and what it says instead.
struct RefusalTests {
    @Test("without rules everything is allowed, with rules only what some level from the root down allows")
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
        "a bad rules document is refused with the place and what may stand there",
        arguments: [
            (#"{"rule":{}}"#, #"The rules document should be {"rules": {…}}, found "{\"rule\":{}}"."#),
            (#"{"rules":{"a":{".reed":true}}}"#, "The rule kind rules/a/.reed is unknown; known are .read and .write."),
            (
                #"{"rules":{".read":"auth != null"}}"#,
                #"The rule rules/.read is "\"auth != null\""; only true and false are known."#
            ),
            (#"{"rules":{"$a":{},"$b":{}}}"#, "The level rules/$b is a second wildcard beside another; keep one."),
        ])
    func badRules(text: String, message: String) throws {
        let error = #expect(throws: DataError.self) { try Rules(try JSONParser.parse(text)) }
        #expect(error?.message == message)
    }

    @Test("what the rules forbid is answered so, changes nothing, and is told to nobody")
    func forbidden() throws {
        var desk = try Desk(#"{"a":1}"#, rules: #"{"rules":{".read":true,"b":{".write":true}}}"#)
        desk.connect("A")
        try desk.listen("A", "/")
        _ = desk.take("A")
        try desk.put("A", "/a", "2")
        #expect(desk.take("A") == ["permission_denied"])
        try desk.merge("A", "/", #"{"b":1,"a":2}"#)
        #expect(desk.take("A") == ["permission_denied"], "one forbidden path forbids the whole merge")
        #expect(desk.state.data == (try Node(["a": 1])))
    }

    @Test("new rules end at once the listens that they forbid")
    func revocation() throws {
        var desk = try Desk(#"{"a":1,"b":2}"#)
        desk.connect("A")
        try desk.listen("A", "/a")
        try desk.listen("A", "/b")
        _ = desk.take("A")
        let rules = try Rules(try JSONParser.parse(#"{"rules":{"a":{".read":true}}}"#))
        desk.control("A") { state, _ in state.setRules(rules) }
        #expect(desk.take("A") == ["revoked /b permission_denied"])
        try desk.put("A", "/b", "3")
        #expect(desk.take("A") == ["permission_denied"])
        try desk.listen("A", "/b")
        #expect(desk.take("A") == ["permission_denied"])
    }

    @Test("limits are kept: strings, writes, children, keys, and the data below a listen")
    func limits() throws {
        var limits = Limits()
        limits.string = 10
        limits.write = 60
        limits.children = 3
        limits.listen = 100
        var desk = try Desk(#"{"l":{"a":1,"b":2,"c":3}}"#, limits: limits)
        desk.connect("A")
        try desk.put("A", "/s", #""12345678901""#)
        try desk.put("A", "/w", #"{"a":"1234567890","b":"1234567890","c":"1234567890","d":"1234567890"}"#)
        try desk.put("A", "/l/d", "4")
        try desk.put("A", "/m", #"{"a":1,"b":2,"c":3,"d":4}"#)
        #expect(desk.take("A") == ["too_big", "too_big", "too_big", "too_big"])
        try desk.listen("A", "/")
        _ = desk.take("A")
        for key in ["x", "y"] { try desk.put("A", "/big/\(key)", #"{"a":"1234567890","b":"1234567890"}"#) }
        #expect(desk.take("A").contains("revoked / too_big"))
        try desk.listen("A", "/", try Window(limit: 1), tag: 1)
        #expect(desk.take("A") == ["too_big"], "also when a window hides most of it")
    }

    @Test("the controller's refusal hits the next write alone")
    func refuseNext() throws {
        var desk = try Desk()
        desk.connect("A")
        desk.control("A") { state, port in
            state.refuseNext(port, with: .unavailable)
            return []
        }
        try desk.put("A", "/a", "1")
        try desk.put("A", "/a", "2")
        #expect(desk.take("A") == ["unavailable", "ok"])
    }
}
