import DatasyncBackend
import DatasyncTree
import DatasyncWire
import TestSupport
import Testing

/// Each duty of the back end, tested on its own.
struct DutyTests {
    @Test("a listen gets the data and then ok, and ok alone when the client has the data already [listens 3]")
    func listen() throws {
        var fixture = try BackendFixture(#"{"a":{"x":1}}"#)
        fixture.connect("A")
        try fixture.listen("A", "/a")
        #expect(fixture.take("A") == [#"set /a {"x":1}"#, "ok"])
        let hash = try Node(["x": 1]).hash
        try fixture.listen("A", "/a", hash: hash)
        #expect(fixture.take("A") == ["ok"])
        // An official client takes a default listen without data for one whose data are still to come.
        for empty in [nil, ""] {
            try fixture.listen("A", "/nothing", hash: empty)
            #expect(fixture.take("A") == ["set /nothing null", "ok"])
        }
        try fixture.listen("A", "/nothing", hash: hash)
        #expect(fixture.take("A") == ["set /nothing null", "ok"])
    }

    @Test("a put is pushed before its ok, to its writer too, at its own path or at that of a listen below")
    func put() throws {
        var fixture = try BackendFixture(#"{"a":{"x":{"y":1}}}"#)
        for name in ["A", "B"] { fixture.connect(name) }
        try fixture.listen("A", "/a")
        try fixture.listen("B", "/a/x/y")
        _ = (fixture.take("A"), fixture.take("B"))
        try fixture.put("A", "/a/x", #"{"y":2,"z":3}"#)
        #expect(fixture.take("A") == [#"set /a/x {"y":2,"z":3}"#, "ok"])
        #expect(fixture.take("B") == ["set /a/x/y 2"])
        try fixture.put("A", "/a/x/z", "4")
        #expect(fixture.take("A") == ["set /a/x/z 4", "ok"])
        #expect(fixture.take("B").isEmpty)
        try fixture.put("A", "/a/x/z", "4")
        #expect(fixture.take("A") == ["ok"], "a write without a change causes no push")
    }

    @Test("a merge reaches listens at and above as a merge, and those below with their own new value")
    func merge() throws {
        var fixture = try BackendFixture(#"{"a":{"x":1,"y":2,"z":{"q":1}}}"#)
        for name in ["A", "B", "C"] { fixture.connect(name) }
        try fixture.listen("A", "/a")
        try fixture.listen("B", "/")
        try fixture.listen("C", "/a/z")
        for name in ["A", "B", "C"] { _ = fixture.take(name) }
        try fixture.merge("A", "/a", #"{"x":1,"y":null,"z/q":7}"#)
        #expect(fixture.take("A") == ["merge /a y=null z/q=7", "ok"])
        #expect(fixture.take("B") == ["merge /a y=null z/q=7"])
        #expect(fixture.take("C") == ["merge /a/z q=7"])
    }

    @Test("a merge above a listener pushes only what it changed there, also inside a window")
    func mergeAbove() throws {
        let children = (0..<1_000).map { #""k\#(1_000 + $0)":\#($0)"# }.joined(separator: ",")
        var fixture = try BackendFixture("{\"room\":{\(children)}}")
        for name in ["A", "B", "C"] { fixture.connect(name) }
        try fixture.listen("A", "/room")
        try fixture.listen("B", "/room", try Window(limit: 2, side: .last), tag: 1)
        try fixture.listen("C", "/room/k1000")
        for name in ["A", "B", "C"] { _ = fixture.take(name) }
        try fixture.merge("A", "/", #"{"room/k1999":{"x":1,"y":2},"room/k1001":null,"index/k1999":1}"#)
        #expect(fixture.take("A") == [#"merge /room k1001=null k1999={"x":1,"y":2}"#, "ok"])
        #expect(fixture.take("B") == [#"merge /room#1 k1999={"x":1,"y":2}"#])
        try fixture.merge("A", "/", #"{"room/k1999/x":5,"room/k2000":6}"#)
        #expect(fixture.take("A") == ["merge /room k1999/x=5 k2000=6", "ok"])
        #expect(fixture.take("B") == ["merge /room#1 k1998=null k1999/x=5 k2000=6"])
        #expect(fixture.take("C").isEmpty)
        // A part at or above the listener replaces its value.
        try fixture.merge("A", "/", #"{"room":{"k1000":9}}"#)
        #expect(fixture.take("A") == [#"set /room {"k1000":9}"#, "ok"])
        #expect(fixture.take("C") == ["set /room/k1000 9"])
    }

    @Test("a window receives only changes inside it, including children that enter and leave in one merge")
    func windows() throws {
        var fixture = try BackendFixture(#"{"l":{"a":1,"b":2,"c":3}}"#)
        fixture.connect("A")
        try fixture.listen("A", "/l", try Window(limit: 2), tag: 1)
        #expect(fixture.take("A") == [#"set /l#1 {"a":1,"b":2}"#, "ok"])
        try fixture.put("A", "/l/0", "0")
        #expect(fixture.take("A") == ["merge /l#1 0=0 b=null", "ok"])
        try fixture.put("A", "/l/a", "9")
        #expect(fixture.take("A") == ["set /l/a#1 9", "ok"])
        try fixture.put("A", "/l/c", "9")
        #expect(fixture.take("A") == ["ok"])
        try fixture.put("A", "/l/a", "null")
        #expect(fixture.take("A") == ["merge /l#1 a=null b=2", "ok"])
        try fixture.put("A", "/l", "5")
        #expect(fixture.take("A") == ["set /l#1 null", "ok"])
    }

    @Test(
        "a client's listens at shallower paths receive pushes first, and windows before the default listen [commits 19]"
    )
    func order() throws {
        var fixture = try BackendFixture(#"{"l":{"a":{"x":1}}}"#)
        fixture.connect("A")
        try fixture.listen("A", "/l/a")
        try fixture.listen("A", "/l", try Window(limit: 5), tag: 2)
        try fixture.listen("A", "/l", try Window(limit: 4), tag: 1)
        try fixture.listen("A", "/l/a", try Window(start: "x"), tag: 3)
        _ = fixture.take("A")
        try fixture.put("A", "/l/a/x", "2")
        #expect(fixture.take("A") == ["set /l/a/x#1 2", "set /l/a/x#2 2", "set /l/a/x#3 2", "set /l/a/x 2", "ok"])
    }

    @Test("a put with a stale expected value gets datastale, and the current value unless the client listens to it")
    func conditionalPut() throws {
        var fixture = try BackendFixture(#"{"n":5}"#)
        fixture.connect("A")
        try fixture.put("A", "/n", "6", hash: Node.number(4).hash)
        #expect(fixture.take("A") == ["set /n 5", "datastale"])
        try fixture.listen("A", "/n")
        _ = fixture.take("A")
        try fixture.put("A", "/n", "6", hash: Node.number(4).hash)
        #expect(fixture.take("A") == ["datastale"])
        try fixture.put("A", "/n", "6", hash: Node.number(5).hash)
        #expect(fixture.take("A") == ["set /n 6", "ok"])
    }

    @Test("server values are resolved on arrival, and the response to an increment carries the sum [operations 7]")
    func serverValues() throws {
        var fixture = try BackendFixture(#"{"n":5,"s":"text"}"#)
        fixture.connect("A")
        try fixture.put("A", "/n", #"{".sv":{"increment":2}}"#)
        #expect(fixture.take("A") == ["ok 7"])
        try fixture.put("A", "/new", #"{".sv":{"increment":2,"from":10}}"#)
        #expect(fixture.take("A") == ["ok 12"])
        try fixture.put("A", "/s", #"{".sv":{"increment":2,"from":0}}"#)
        #expect(fixture.take("A") == ["invalid_data"])
        try fixture.put("A", "/t", #"{"at":{".sv":"timestamp"}}"#)
        #expect(fixture.state.data[try Path("/t/at")] == .number(1000))
        #expect(fixture.state.data[try Path("/s")] == .string("text"))
        try fixture.put("A", "/s", #"{".sv":{"increment":2}}"#)
        #expect(fixture.take("A") == ["ok", "ok 2"])
    }

    @Test("a write number is applied once, however often it is sent, on any connection")
    func writeNumbers() throws {
        var fixture = try BackendFixture(#"{"n":5}"#)
        fixture.connect("A")
        try fixture.put("A", "/n", #"{".sv":{"increment":1}}"#, number: 1)
        fixture.connect("A")
        try fixture.put("A", "/n", #"{".sv":{"increment":1}}"#, number: 1)
        #expect(fixture.take("A") == ["ok 6"])
        #expect(fixture.state.data[try Path("/n")] == .number(6))
    }

    @Test("an on-disconnect write is executed once when the connection ends, for any reason")
    func onDisconnectWrites() throws {
        var fixture = try BackendFixture()
        for name in ["A", "B"] { fixture.connect(name) }
        try fixture.listen("B", "/")
        fixture.send("A", .setOnDisconnect(path: try Path("/online"), value: WriteValue(.boolean(false))))
        fixture.send("A", .setOnDisconnect(path: try Path("/at"), value: WriteValue(.timestamp)))
        fixture.send("A", .setOnDisconnect(path: try Path("/gone/x"), value: WriteValue(.number(1))))
        fixture.send("A", .cancelOnDisconnect(path: try Path("/gone")))
        #expect(fixture.take("A") == ["ok", "ok", "ok", "ok"])
        _ = fixture.take("B")
        fixture.control("A") { state, port in state.drop(port, now: 2000) }
        #expect(fixture.take("B") == ["set /online false", "set /at 2000"])
        #expect(fixture.take("A") == ["closed"])
        fixture.control("A") { state, port in state.restore(port) }
        #expect(fixture.take("A") == ["available"])
    }

    @Test("an on-disconnect write replaces earlier ones that it covers, but an increment does not")
    func replacedOnDisconnectWrites() throws {
        var fixture = try BackendFixture(#"{"n":1}"#)
        for name in ["A", "B"] { fixture.connect(name) }
        try fixture.listen("B", "/")
        for number in 1...200 {
            fixture.send("A", .setOnDisconnect(path: try Path("/at/x"), value: WriteValue(.number(Double(number)))))
        }
        let increment = WriteValue(.increment(by: 1, from: 0))
        for _ in 0..<2 { fixture.send("A", .setOnDisconnect(path: try Path("/n"), value: increment)) }
        let parts = try MergePart.parts(try JSONParser.parse(#"{"at/x":7,"b":1}"#), at: .root)
        fixture.send("A", .mergeOnDisconnect(path: .root, parts: parts))
        fixture.send("A", .setOnDisconnect(path: try Path("/b"), value: WriteValue(.number(2))))
        _ = fixture.take("B")
        fixture.control("A") { state, port in state.drop(port, now: 2000) }
        #expect(fixture.take("B") == ["set /n 2", "set /n 3", "merge / at/x=7", "set /b 2"])
    }

    @Test("held requests are processed in order, and a dropped connection loses them")
    func holding() throws {
        var fixture = try BackendFixture()
        fixture.connect("A")
        fixture.control("A") { state, port in
            state.hold(port)
            return []
        }
        try fixture.put("A", "/a", "1")
        try fixture.put("A", "/a", "2")
        #expect(fixture.take("A").isEmpty)
        #expect(fixture.state.data == .null)
        fixture.control("A") { state, port in state.release(port, now: 1) }
        #expect(fixture.take("A") == ["ok", "ok"])
        #expect(fixture.state.data[try Path("/a")] == .number(2))
    }
}
