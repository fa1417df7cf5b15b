import DatasyncBackend
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

/// The back end applies expressions to requests, and revokes listens when rules, users or data change.
struct RuleEnforcementTests {
    private static let users = #"""
        {"rules": {"users": {"$uid": {".read": "auth.uid == $uid", ".write": "auth.uid == $uid",
          ".validate": "newData.hasChildren(['name'])", "at": {".validate": "newData.val() == now"}}}}}
        """#

    @Test("reads and writes see the user of the session, the time, and the resolved values of the write")
    func requests() throws {
        var fixture = try BackendFixture(rules: Self.users)
        fixture.connect("A")
        try fixture.listen("A", "/users/ada")
        try fixture.put("A", "/users/ada", #"{"name":"Ada"}"#)
        #expect(fixture.take("A") == ["permission_denied", "permission_denied"])
        fixture.send("A", .authenticate(credential: "ada"))
        try fixture.listen("A", "/users/ada")
        #expect(fixture.take("A") == ["ok", "set /users/ada null", "ok"])
        try fixture.put("A", "/users/ada", #"{"name":"Ada","at":{".sv":"timestamp"}}"#)
        #expect(fixture.take("A") == [#"set /users/ada {"at":1000,"name":"Ada"}"#, "ok"])
        try fixture.put("A", "/users/ada/at", "999")
        try fixture.put("A", "/users/ada/name", "null")
        try fixture.put("A", "/users/bob", #"{"name":"Ada"}"#)
        try fixture.merge("A", "/users", #"{"ada/name":"Bob","bob/name":"Ada"}"#)
        #expect(fixture.take("A") == Array(repeating: "permission_denied", count: 4))
        #expect(fixture.state.data == (try Node(["users": ["ada": ["at": 1000, "name": "Ada"]]])))
        try fixture.merge("A", "/users/ada", #"{"name":"Bob","at":null}"#)
        #expect(fixture.take("A").last == "ok")
        fixture.send("A", .get(path: try Path("/users/bob"), window: .all))
        #expect(fixture.take("A") == ["permission_denied"])
    }

    @Test("the reason of a refusal names the path, and the level whose validation failed")
    func reasons() throws {
        var state = BackendState(
            rules: try RulesDocument(
                try JSONParser.parse(#"{"rules":{".write":"now > 0","a":{"b":{".validate":"newData.isString()"}}}}"#)))
        let port = state.makePort()
        let session = try #require(state.opened(port, now: 1).0)
        func reason(_ path: String, _ json: JSON, now: Double) throws -> String? {
            let path = try Path(path)
            let put = Request.Action.put(
                path: path, value: try WriteValue(json, at: path), expectedHash: nil)
            for delivery in state.received(.request(Request(number: 1, action: put)), from: session, now: now) {
                if case .message(.response(let response)) = delivery.event { return response.reason }
            }
            return nil
        }
        #expect(try reason("a", ["b": "x"], now: 0) == "The rules do not allow writing /a.")
        #expect(try reason("a", ["b": 1], now: 1) == "The rules do not allow the value that /a/b would have.")
        #expect(try reason("a", ["b": "x"], now: 1) == nil)
    }

    @Test(
        "an increment that cannot be computed is refused as such if the rules allow the write, and reading [rules 7.10]"
    )
    func increments() throws {
        var fixture = try BackendFixture(
            #"{"a":"text","b":1,"c":"text"}"#,
            rules: #"{"rules":{"$k":{".read":"$k != 'c'",".write":"newData.val() == 2 || $k == 'a' || $k == 'c'"}}}"#)
        fixture.connect("A")
        try fixture.put("A", "/a", #"{".sv":{"increment":1,"from":0}}"#)
        try fixture.put("A", "/b", #"{".sv":{"increment":2}}"#)
        try fixture.put("A", "/b", #"{".sv":{"increment":1}}"#)
        #expect(fixture.take("A") == ["invalid_data", "permission_denied", "ok 2"])
        try fixture.put("A", "/c", #"{".sv":{"increment":1,"from":4}}"#)
        #expect(fixture.take("A") == ["ok"])
        #expect(try fixture.state.data[Path("/c")] == .number(5))
    }

    @Test("a stale compare-and-set is decided by the rules before it reveals a value")
    func compareAndSet() throws {
        var fixture = try BackendFixture(
            #"{"a":1}"#, rules: #"{"rules":{"a":{".write":"newData.val() > data.val()",".read":"auth != null"}}}"#)
        fixture.connect("A")
        try fixture.put("A", "/a", "2", hash: "other")
        try fixture.put("A", "/a", "0", hash: "other")
        #expect(fixture.take("A") == ["permission_denied", "permission_denied"])
        fixture.send("A", .authenticate(credential: "ada"))
        try fixture.put("A", "/a", "2", hash: "other")
        #expect(fixture.take("A") == ["ok", "set /a 1", "datastale"])
    }

    @Test("on-disconnect writes are decided as they are registered, and again as the user when they run")
    func onDisconnect() throws {
        var fixture = try BackendFixture(
            "null",
            rules:
                #"{"rules":{"$k":{".write":"auth.uid == $k && root.child('stop').val() != true"},"stop":{".write":true}}}"#
        )
        fixture.connect("A")
        fixture.send("A", .authenticate(credential: "ada"))
        for path in ["/bob", "/ada"] {
            let path = try Path(path)
            fixture.send("A", .setOnDisconnect(path: path, value: try WriteValue("gone", at: path)))
        }
        #expect(fixture.take("A") == ["ok", "permission_denied", "ok"])
        fixture.control("A") { state, port in state.drop(port, now: 1) }
        #expect(fixture.state.data == (try Node(["ada": "gone"])))
        fixture.control("A") { state, port in state.restore(port) }
        fixture.connect("A")
        fixture.send("A", .authenticate(credential: "ada"))
        fixture.send("A", .setOnDisconnect(path: try Path("/ada"), value: try WriteValue("again", at: .root)))
        try fixture.put("A", "/stop", "true")
        fixture.control("A") { state, port in state.drop(port, now: 1) }
        #expect(fixture.state.data == (try Node(["ada": "gone", "stop": true])))
    }

    @Test("new rules and a new user revoke the listens that they forbid, of that session only")
    func revocation() throws {
        var fixture = try BackendFixture(
            "{}", rules: #"{"rules":{"$uid":{".read":"auth.uid == $uid || $uid == 'all'"}}}"#)
        for (name, uid) in [("A", "ada"), ("B", "bob")] {
            fixture.connect(name)
            fixture.send(name, .authenticate(credential: uid))
            try fixture.listen(name, "/\(uid)")
            try fixture.listen(name, "/all")
            _ = fixture.take(name)
        }
        fixture.send("A", .unauthenticate)
        #expect(fixture.take("A") == ["revoked /ada permission_denied", "ok"])
        let rules = try RulesDocument(try JSONParser.parse(#"{"rules":{"$uid":{".read":"auth.uid == $uid"}}}"#))
        fixture.control("A") { state, _ in state.setRules(rules, now: 1) }
        #expect(fixture.take("A") == ["revoked /all permission_denied"])
        #expect(fixture.take("B") == ["revoked /all permission_denied"])
        try fixture.listen("B", "/bob")
        #expect(fixture.take("B") == ["set /bob null", "ok"])
    }

    @Test("a write where a read rule looked revokes the listens that it forbids, before they receive what it wrote")
    func revocationByData() throws {
        var fixture = try BackendFixture(
            #"{"rooms":{"r":{"open":true,"text":"hi"},"s":{"open":true,"text":"ho"}}}"#,
            rules:
                #"{"rules":{".write":true,"rooms":{"$r":{".read":"data.child('open').val() == true || root.child('admins').hasChild(auth.uid)"}}}}"#
        )
        for name in ["A", "B"] { fixture.connect(name) }
        fixture.send("B", .authenticate(credential: "bob"))
        fixture.connect("C")
        try fixture.put("C", "/admins/bob", "true")
        _ = fixture.take("C")
        for room in ["r", "s"] {
            try fixture.listen("A", "/rooms/\(room)/text")
            try fixture.listen("B", "/rooms/\(room)/text")
        }
        _ = (fixture.take("A"), fixture.take("B"))
        // A write elsewhere decides nothing again.
        try fixture.put("C", "/rooms/r/text", "\"hey\"")
        #expect(fixture.take("A") == ["set /rooms/r/text \"hey\""])
        try fixture.merge("C", "/rooms/r", #"{"open":false,"text":"secret"}"#)
        #expect(fixture.take("A") == ["revoked /rooms/r/text permission_denied"])
        #expect(fixture.take("B") == ["set /rooms/r/text \"hey\"", "set /rooms/r/text \"secret\""])
        try fixture.listen("A", "/rooms/r/text")
        #expect(fixture.take("A") == ["permission_denied"])
        // The rule now looks at another path for B, and a removal above it counts too.
        try fixture.put("C", "/admins", "null")
        #expect(fixture.take("B") == ["revoked /rooms/r/text permission_denied"])
        try fixture.put("C", "/rooms/s", #"{"text":"moved"}"#)
        #expect(fixture.take("A") == ["revoked /rooms/s/text permission_denied"])
        #expect(fixture.take("B") == ["revoked /rooms/s/text permission_denied"])
        try fixture.put("C", "/rooms/s/open", "true")
        try fixture.listen("A", "/rooms/s/text")
        #expect(fixture.take("A") == ["set /rooms/s/text \"moved\"", "ok"])
    }

    @Test("the owner's write and an on-disconnect write revoke as well, and ended listens are no longer decided")
    func otherWrites() throws {
        var fixture = try BackendFixture(
            #"{"open":true}"#, rules: #"{"rules":{".write":true,"a":{".read":"root.child('open').val() == true"}}}"#)
        for name in ["A", "B"] { fixture.connect(name) }
        for tag in 1...3 { try fixture.listen("A", "/a", try Window(limit: tag), tag: tag) }
        fixture.send("A", .unlisten(path: try Path("/a"), window: try Window(limit: 2), tag: 2))
        fixture.send("B", .setOnDisconnect(path: try Path("/open"), value: WriteValue(.null)))
        _ = fixture.take("A")
        fixture.control("B") { state, port in state.drop(port, now: 1) }
        #expect(fixture.take("A") == ["revoked /a permission_denied", "revoked /a permission_denied"])
        fixture.control("A") { state, _ in
            (try? state.write(WriteValue(.boolean(true)), at: Path("/open"), now: 1)) ?? []
        }
        try fixture.listen("A", "/a")
        _ = fixture.take("A")
        fixture.control("A") { state, _ in (try? state.write(WriteValue(.null), at: .root, now: 1)) ?? [] }
        #expect(fixture.take("A") == ["revoked /a permission_denied"])
    }

    @Test("query conditions decide listens and reads by their window")
    func queries() throws {
        var fixture = try BackendFixture(
            #"{"a":{"x":1,"y":2}}"#, rules: #"{"rules":{"a":{".read":"query.limitToFirst <= 2"}}}"#)
        fixture.connect("A")
        try fixture.listen("A", "/a")
        try fixture.listen("A", "/a", try Window(limit: 3), tag: 1)
        try fixture.listen("A", "/a", try Window(limit: 1, side: .last), tag: 2)
        try fixture.listen("A", "/a", try Window(limit: 1), tag: 3)
        fixture.send("A", .get(path: try Path("/a"), window: try Window(limit: 2)))
        #expect(
            fixture.take("A") == [
                "permission_denied", "permission_denied", "permission_denied", #"set /a#3 {"x":1}"#, "ok",
                #"ok {"x":1,"y":2}"#,
            ])
    }
}
