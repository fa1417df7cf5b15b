import DatasyncBackend
import DatasyncTree
import DatasyncWire
import Testing

@Suite("Listens in other orders than that of the keys")
struct OrderedListenTests {
    private func first(_ limit: Int, by order: Order) throws -> Window { try Window(order: order, limit: limit) }

    @Test("a window receives entering children in full and leaving ones as null, in one merge")
    func window() throws {
        var fixture = try BackendFixture("{\"l\":{\"x\":{\"n\":1},\"y\":{\"n\":2},\"z\":{\"n\":3}}}")
        fixture.connect("A")
        try fixture.listen("A", "/l", first(2, by: .child("n")), tag: 1)
        #expect(fixture.take("A") == ["set /l#1 {\"x\":{\"n\":1},\"y\":{\"n\":2}}", "ok"])
        try fixture.put("A", "/l/x/n", "5")
        #expect(fixture.take("A") == ["merge /l#1 x=null z={\"n\":3}", "ok"])
        try fixture.put("A", "/l/z/n", "2.5")
        #expect(fixture.take("A") == ["merge /l#1 z={\"n\":2.5}", "ok"])
        try fixture.put("A", "/l/x/n", "9")
        #expect(fixture.take("A") == ["ok"])
    }

    @Test(
        "updates of a large node push at most two children, and keep its index until its last window [orders 6.1]")
    func large() throws {
        var fixture = try BackendFixture()
        fixture.connect("A")
        let children = (0..<5_000).map { "\"k\($0)\":{\"n\":\($0)}" }.joined(separator: ",")
        try fixture.put("A", "/l", "{\(children)}")
        let order = try Order.child("n")
        let path = try Path("/l")
        try fixture.listen("A", "/l", first(10, by: order), tag: 1)
        try fixture.listen("A", "/l", first(20, by: order), tag: 2)
        _ = fixture.take("A")
        #expect(fixture.state.data[path].indexedOrders == [order])
        for step in 0..<300 {
            try fixture.put("A", "/l/k\(step * 7 % 5_000)/n", "\(step % 2 == 0 ? -step : 10_000 + step)")
            let pushed = fixture.take("A").filter { $0.hasPrefix("merge") }
            #expect(pushed.allSatisfy { $0.split(separator: "=").count <= 3 }, "\(pushed)")
        }
        #expect(fixture.state.data[path].violatedInvariant == nil)
        // A write of the whole node builds the index again.
        try fixture.put("A", "/l", "{\(children)}")
        #expect(fixture.state.data[path].indexedOrders == [order])
        fixture.send("A", .unlisten(path: path, window: try first(10, by: order), tag: 1))
        #expect(fixture.state.data[path].indexedOrders == [order])
        fixture.send("A", .unlisten(path: path, window: try first(20, by: order), tag: 2))
        #expect(fixture.state.data[path].indexedOrders.isEmpty)
    }

    @Test("rules without a declared index give a warning, and those with one do not [orders 6.2]")
    func warnings() throws {
        for (declaration, isWarned) in [("", true), (", \".indexOn\": \"n\"", false)] {
            var state = BackendState(
                rules: try RulesDocument(JSONParser.parse("{\"rules\":{\"l\":{\".read\":true\(declaration)}}}")))
            let port = state.makePort()
            let session = try #require(state.opened(port, now: 0).0)
            func warnings(_ window: Window) throws -> [String] {
                let listen = Request.Action.listen(path: try Path("/l"), window: window, tag: 1, hash: "")
                let deliveries = state.received(
                    .request(Request(number: 1, action: listen)), from: session, now: 0)
                guard case .message(.response(let response))? = deliveries.last?.event else { return ["none"] }
                return response.warnings
            }
            #expect(try warnings(first(2, by: .child("n"))) == (isWarned ? ["no_index"] : []))
            #expect(try warnings(first(2, by: .key)) == [])
            #expect(try warnings(first(2, by: .priority)) == [])
        }
    }

    @Test("a warning is part of the text of a response")
    func warningText() throws {
        let response = BackendMessage.response(Response(number: 3, status: .ok, warnings: [Response.noIndex]))
        #expect(response.text == "{\"t\":\"d\",\"d\":{\"r\":3,\"b\":{\"s\":\"ok\",\"d\":{\"w\":[\"no_index\"]}}}}")
        guard case .response(let read) = try BackendMessage(text: response.text) else { return #expect(Bool(false)) }
        #expect(read.warnings == ["no_index"])
    }
}
