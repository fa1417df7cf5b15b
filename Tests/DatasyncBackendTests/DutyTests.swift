import DatasyncBackend
import DatasyncTree
import DatasyncWire
import Testing

/// The duties of the back end, one by one.
struct DutyTests {
    @Test("a listen is answered by the data and then ok, and by ok alone where the client has them")
    func listen() throws {
        var desk = try Desk(#"{"a":{"x":1}}"#)
        desk.connect("A")
        try desk.listen("A", "/a")
        #expect(desk.take("A") == [#"set /a {"x":1}"#, "ok"])
        let hash = try Node(["x": 1]).hash
        try desk.listen("A", "/a", hash: hash)
        #expect(desk.take("A") == ["ok"])
        try desk.listen("A", "/nothing")
        #expect(desk.take("A") == ["ok"])
        try desk.listen("A", "/nothing", hash: hash)
        #expect(desk.take("A") == ["set /nothing null", "ok"])
    }

    @Test("a put is pushed before its ok, to its writer too, at its own path or at that of a listen below")
    func put() throws {
        var desk = try Desk(#"{"a":{"x":{"y":1}}}"#)
        for name in ["A", "B"] { desk.connect(name) }
        try desk.listen("A", "/a")
        try desk.listen("B", "/a/x/y")
        _ = (desk.take("A"), desk.take("B"))
        try desk.put("A", "/a/x", #"{"y":2,"z":3}"#)
        #expect(desk.take("A") == [#"set /a/x {"y":2,"z":3}"#, "ok"])
        #expect(desk.take("B") == ["set /a/x/y 2"])
        try desk.put("A", "/a/x/z", "4")
        #expect(desk.take("A") == ["set /a/x/z 4", "ok"])
        #expect(desk.take("B").isEmpty)
        try desk.put("A", "/a/x/z", "4")
        #expect(desk.take("A") == ["ok"], "what changes nothing is told to nobody")
    }

    @Test("a merge reaches listens at and above as a merge, and those below with their own new value")
    func merge() throws {
        var desk = try Desk(#"{"a":{"x":1,"y":2,"z":{"q":1}}}"#)
        for name in ["A", "B", "C"] { desk.connect(name) }
        try desk.listen("A", "/a")
        try desk.listen("B", "/")
        try desk.listen("C", "/a/z")
        for name in ["A", "B", "C"] { _ = desk.take(name) }
        try desk.merge("A", "/a", #"{"x":1,"y":null,"z/q":7}"#)
        #expect(desk.take("A") == ["merge /a y=null z/q=7", "ok"])
        #expect(desk.take("B") == ["merge /a y=null z/q=7"])
        #expect(desk.take("C") == [#"set /a/z {"q":7}"#])
    }

    @Test("a window hears only what is inside it, of entering and leaving children in one merge")
    func windows() throws {
        var desk = try Desk(#"{"l":{"a":1,"b":2,"c":3}}"#)
        desk.connect("A")
        try desk.listen("A", "/l", try Window(limit: 2), tag: 1)
        #expect(desk.take("A") == [#"set /l#1 {"a":1,"b":2}"#, "ok"])
        try desk.put("A", "/l/0", "0")
        #expect(desk.take("A") == ["merge /l#1 0=0 b=null", "ok"])
        try desk.put("A", "/l/a", "9")
        #expect(desk.take("A") == ["set /l/a#1 9", "ok"])
        try desk.put("A", "/l/c", "9")
        #expect(desk.take("A") == ["ok"])
        try desk.put("A", "/l/a", "null")
        #expect(desk.take("A") == ["merge /l#1 a=null b=2", "ok"])
        try desk.put("A", "/l", "5")
        #expect(desk.take("A") == ["set /l#1 null", "ok"])
    }

    @Test("of one client's listens the shallower hear first, and windows before the default listen")
    func order() throws {
        var desk = try Desk(#"{"l":{"a":{"x":1}}}"#)
        desk.connect("A")
        try desk.listen("A", "/l/a")
        try desk.listen("A", "/l", try Window(limit: 5), tag: 2)
        try desk.listen("A", "/l", try Window(limit: 4), tag: 1)
        try desk.listen("A", "/l/a", try Window(start: "x"), tag: 3)
        _ = desk.take("A")
        try desk.put("A", "/l/a/x", "2")
        #expect(desk.take("A") == ["set /l/a/x#1 2", "set /l/a/x#2 2", "set /l/a/x#3 2", "set /l/a/x 2", "ok"])
    }

    @Test("a put that expects another value gets the present one, unless it is listened to, and datastale")
    func conditionalPut() throws {
        var desk = try Desk(#"{"n":5}"#)
        desk.connect("A")
        try desk.put("A", "/n", "6", hash: Node.number(4).hash)
        #expect(desk.take("A") == ["set /n 5", "datastale"])
        try desk.listen("A", "/n")
        _ = desk.take("A")
        try desk.put("A", "/n", "6", hash: Node.number(4).hash)
        #expect(desk.take("A") == ["datastale"])
        try desk.put("A", "/n", "6", hash: Node.number(5).hash)
        #expect(desk.take("A") == ["set /n 6", "ok"])
    }

    @Test("server values are resolved on arrival, and an increment's answer carries the sum")
    func serverValues() throws {
        var desk = try Desk(#"{"n":5,"s":"text"}"#)
        desk.connect("A")
        try desk.put("A", "/n", #"{".sv":{"increment":2}}"#)
        #expect(desk.take("A") == ["ok 7"])
        try desk.put("A", "/new", #"{".sv":{"increment":2,"from":10}}"#)
        #expect(desk.take("A") == ["ok 12"])
        try desk.put("A", "/s", #"{".sv":{"increment":2}}"#)
        #expect(desk.take("A") == ["invalid_data"])
        try desk.put("A", "/t", #"{"at":{".sv":"timestamp"}}"#)
        #expect(desk.state.data[try Path("/t/at")] == .number(1000))
        #expect(desk.state.data[try Path("/s")] == .string("text"))
    }

    @Test("a write key is applied once, however often it comes, on whichever connection")
    func writeKeys() throws {
        var desk = try Desk(#"{"n":5}"#)
        desk.connect("A")
        try desk.put("A", "/n", #"{".sv":{"increment":1}}"#, key: "a-1")
        desk.connect("A")
        try desk.put("A", "/n", #"{".sv":{"increment":1}}"#, key: "a-1")
        #expect(desk.take("A") == ["ok 6"])
        #expect(desk.state.data[try Path("/n")] == .number(6))
    }

    @Test("what was registered for the end of a connection is executed once when it ends, for whatever reason")
    func onDisconnectWrites() throws {
        var desk = try Desk()
        for name in ["A", "B"] { desk.connect(name) }
        try desk.listen("B", "/")
        desk.send("A", .setOnDisconnect(path: try Path("/online"), value: WriteValue(.boolean(false))))
        desk.send("A", .setOnDisconnect(path: try Path("/at"), value: WriteValue(.timestamp)))
        desk.send("A", .setOnDisconnect(path: try Path("/gone/x"), value: WriteValue(.number(1))))
        desk.send("A", .cancelOnDisconnect(path: try Path("/gone")))
        #expect(desk.take("A") == ["ok", "ok", "ok", "ok"])
        _ = desk.take("B")
        desk.control("A") { state, port in state.drop(port, now: 2000) }
        #expect(desk.take("B") == ["set /online false", "set /at 2000"])
        #expect(desk.take("A") == ["closed"])
        desk.control("A") { state, port in state.restore(port) }
        #expect(desk.take("A") == ["available"])
    }

    @Test("held requests are worked off in order, and a dropped connection loses them")
    func holding() throws {
        var desk = try Desk()
        desk.connect("A")
        desk.control("A") { state, port in
            state.hold(port)
            return []
        }
        try desk.put("A", "/a", "1")
        try desk.put("A", "/a", "2")
        #expect(desk.take("A").isEmpty)
        #expect(desk.state.data == .null)
        desk.control("A") { state, port in state.release(port, now: 1) }
        #expect(desk.take("A") == ["ok", "ok"])
        #expect(desk.state.data[try Path("/a")] == .number(2))
    }
}
