import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncBackend

/// Indexes that reads use: they are built once, outside of the lock, and kept for a while.
struct KeptIndexesTests {
    private static func state(_ count: Int, rules: String) throws -> BackendState {
        var children: [(Key, Node)] = []
        for index in 0..<count {
            children.append((try Key("\(index)"), try Node(["a": .number(Double(index * 7 % count))])))
        }
        var state = BackendState(
            data: Node(Children([(try Key("l"), Node(Children(children)))])),
            rules: try RulesDocument(try JSONParser.parse(rules)))
        state.requiresIndexes = true
        return state
    }

    private static let path = Path([Key(unchecked: "l")])
    private static let declared = #"{"rules":{"l":{".read":true,".indexOn":"a"}}}"#

    @Test("a read waits for its index, which serves later reads and is updated by writes")
    func kept() throws {
        var state = try Self.state(20_000, rules: Self.declared)
        let window = try Window(order: .child("a"), limit: 1)
        guard case .lacksIndex(let work) = state.read(Self.path, window, by: .anyone, now: 0) else {
            return #expect(Bool(false), "the read needs no index")
        }
        state.request(work)
        #expect(state.takeIndexWork().count == 1)
        // A write while the index is built.
        _ = try state.write(WriteValue(.number(-1)), at: try Path("/l/9/a"), now: 0)
        #expect(state.keep(work.built(), for: work, now: 0).isEmpty)
        guard case .response(let response) = state.read(Self.path, window, by: .anyone, now: 0) else {
            return #expect(Bool(false), "the index was not kept")
        }
        #expect(response.data.map(window.cut)?.text == #"{"9":{"a":-1}}"#)
        #expect(state.data[Self.path].violatedInvariant == nil)
        #expect(state.data[Self.path].indexedOrders == [window.order])
        state.removeUnusedIndexes(now: KeptIndexes.retention - 1)
        #expect(state.data[Self.path].indexedOrders == [window.order])
        state.removeUnusedIndexes(now: KeptIndexes.retention + 2_000)
        #expect(state.data[Self.path].indexedOrders.isEmpty)
    }

    @Test("the requests of a session wait for an index in order, and those of others do not")
    func order() throws {
        var state = try Self.state(20_000, rules: Self.declared)
        let ports = [state.makePort(), state.makePort()]
        let sessions = try ports.map { try #require(state.opened($0, now: 0).0) }
        let get = Request.Action.get(path: Self.path, window: try Window(order: .child("a"), limit: 1))
        #expect(state.received(.request(Request(number: 1, action: get)), from: sessions[0], now: 0).isEmpty)
        #expect(state.received(.request(Request(number: 2, action: .statistics)), from: sessions[0], now: 0).isEmpty)
        let answer = state.received(.request(Request(number: 1, action: .statistics)), from: sessions[1], now: 0)
        #expect(answer.map { BackendFixture.line($0.event) } == ["ok"])
        let work = try #require(state.takeIndexWork().first)
        let deliveries = state.keep(work.built(), for: work, now: 0)
        #expect(deliveries.map { BackendFixture.line($0.event) } == [#"ok {"0":{"a":0}}"#, "ok"])
    }

    @Test("one-shot reads of many children need a declared index, and listens a warning only")
    func undeclared() throws {
        var state = try Self.state(10_001, rules: #"{"rules":{"l":{".read":true}}}"#)
        let window = try Window(order: .child("a"), limit: 1)
        guard case .response(let response) = state.read(Self.path, window, by: .anyone, now: 0) else {
            return #expect(Bool(false), "the read waits")
        }
        #expect(response.status == .invalidData)
        #expect(response.reason?.contains(#"add ".indexOn": "a", for path "/l""#) == true)
        let port = state.makePort()
        let session = try #require(state.opened(port, now: 0).0)
        let listen = Request.Action.listen(path: Self.path, window: window, tag: 1, hash: nil)
        _ = state.received(.request(Request(number: 1, action: listen)), from: session, now: 0)
        let work = try #require(state.takeIndexWork().first)
        let lines = state.keep(work.built(), for: work, now: 0).map { BackendFixture.line($0.event) }
        #expect(lines == [#"set /l#1 {"0":{"a":0}}"#, "ok"])
        state.requiresIndexes = false
        guard case .response(let allowed) = state.read(Self.path, window, by: .anyone, now: 0) else {
            return #expect(Bool(false), "the read waits")
        }
        #expect(allowed.status == .ok)
    }

    @Test("indexes above the limits are dropped, the ones that were used first at first")
    func capacity() throws {
        var kept = KeptIndexes()
        let keys = try (0..<5).map { KeptIndexes.Key(path: Self.path, order: try .child("k\($0)")) }
        for (time, key) in keys.enumerated() { kept.use(key, children: KeptIndexes.capacity / 4, now: Double(time)) }
        #expect(kept.removeUnused(now: 5) == Array(keys[..<3]))
        #expect(keys.map(kept.hasUse) == [false, false, false, true, true])
    }
}
