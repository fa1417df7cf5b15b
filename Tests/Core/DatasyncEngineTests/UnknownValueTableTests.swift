import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// Tests for the effects of reads and transactions, for each connection status and cache content.
@Suite("Effects of reads and transactions on unknown values")
struct UnknownValueTableTests {
    enum Connection: CaseIterable, Sendable {
        case ready
        case opening
        case lost
        case off
    }

    enum Knowledge: CaseIterable, Sendable {
        case none
        /// A pending write replaces the value.
        case pendingWrite
        /// A pending write replaces a child.
        case pendingChild
        /// A subscription has ended and left its data in the offline cache.
        case kept
        case subscribed
        /// A complete window of the node is subscribed.
        case window
    }

    private let path = Path([Key(unchecked: "n")])
    private let child = Key(unchecked: "x")
    private let server = Node(Children([(Key(unchecked: "a"), .number(1)), (Key(unchecked: "b"), .number(2))]))

    private func query(_ window: Window = .all) -> Query { Query(path: path, window: window) }

    private static let hello = LinkEvent.message(
        .control(.hello(time: 0, version: "5", host: "host", session: "session")))

    /// Returns a state without effects, for a connection and a cache content.
    private func state(_ connection: Connection, _ knowledge: Knowledge) throws -> EngineState {
        var state = EngineState(client: 1)
        state.enableConnection(true)
        state.received(Self.hello, now: 0)
        switch knowledge {
        case .none: break
        case .pendingWrite: _ = try state.set(WriteValue(.number(5)), at: path, now: 0)
        case .pendingChild: _ = try state.set(WriteValue(.number(5)), at: path.child(child), now: 0)
        case .kept:
            let id = listen(&state, to: query())
            state.unlisten(id)
        case .subscribed: _ = listen(&state, to: query())
        case .window: _ = listen(&state, to: query(try Window(limit: 2)))
        }
        switch connection {
        case .ready: break
        case .opening:
            state.received(.closed(reason: "lost"), now: 0)
            state.received(.available, now: 0)
        case .lost: state.received(.closed(reason: "lost"), now: 0)
        case .off: state.enableConnection(false)
        }
        state.effects = []
        return state
    }

    /// Subscribes, and delivers the response of the back end.
    private func listen(_ state: inout EngineState, to query: Query) -> RegistrationID {
        let id = state.listen(to: query, interest: .valueChange)
        for case .send(.request(let request)) in state.effects {
            guard case .listen(let path, _, let tag, _) = request.action else { continue }
            state.received(.message(.push(.set(path: path, node: server, tag: tag))), now: 0)
            state.received(.message(.response(Response(number: request.number, status: .ok))), now: 0)
        }
        state.effects = []
        return id
    }

    /// Returns one text for each effect, except those of the connection.
    private func texts(_ state: EngineState) -> [String] {
        state.effects.compactMap { effect in
            switch effect {
            case .send(.request(let request)):
                switch request.action {
                case .get(let path, let window): window.isAll ? "get \(path)" : "get a window of \(path)"
                case .write(let write, let hash, _):
                    "put \(write.parts[0].value.node.text) at \(write.path)\(hash == nil ? "" : " if unchanged")"
                default: nil
                }
            case .compute(_, let input, _): "compute \(input.node.text) \(input.isKnown ? "known" : "unknown")"
            case .settle(_, .success(.value(let node, let isAcknowledged, let isKnown))):
                "\(node.text) \(isKnown ? "known" : "unknown") \(isAcknowledged ? "acknowledged" : "local")"
            case .settle(_, .success(.transaction(let isCommitted, let node))):
                "\(isCommitted ? "committed" : "aborted") \(node.text)"
            case .settle(_, .success(.done)): "done"
            case .settle(_, .failure(let error)): "failed \(error.code.rawValue)"
            default: nil
            }
        }
    }

    /// Delivers the response to the last read request.
    private func answerGet(_ state: inout EngineState, _ status: Status = .ok, _ node: Node?) {
        for case .send(.request(let request)) in state.effects.reversed() {
            guard case .get = request.action else { continue }
            state.effects = []
            return state.received(
                .message(.response(Response(number: request.number, status: status, data: node))), now: 0)
        }
        Issue.record("no value was read")
    }

    private static let fromCache: [Knowledge: String] = [
        .none: "null unknown local", .pendingWrite: "5 known local", .pendingChild: #"{"x":5} unknown local"#,
        .kept: #"{"a":1,"b":2} known acknowledged"#, .subscribed: #"{"a":1,"b":2} known acknowledged"#,
        .window: "null unknown local",
    ]

    @Test(
        "a read is sent when connected, waits while connecting, and otherwise uses the cache [operations 9]",
        arguments: Connection.allCases, Knowledge.allCases)
    func read(connection: Connection, knowledge: Knowledge) throws {
        var state = try state(connection, knowledge)
        _ = state.read(query())
        switch connection {
        case .ready: #expect(texts(state) == ["get /n"])
        case .opening: #expect(texts(state) == [])
        case .lost, .off: #expect(texts(state) == [Self.fromCache[knowledge]].compactMap(\.self))
        }
        if connection == .off { return }
        state.effects = connection == .lost ? [] : state.effects
        // A waiting or sent read gets its value from the cache when the connection is lost.
        state.received(.closed(reason: "lost"), now: 0)
        if connection != .lost { #expect(texts(state).last == Self.fromCache[knowledge]) }
    }

    @Test("a read of a window uses a complete window in the cache", arguments: Knowledge.allCases)
    func readWindow(knowledge: Knowledge) throws {
        var state = try state(.lost, knowledge)
        _ = state.read(query(try Window(limit: 2)))
        // A window has only children, and a number has none.
        let special: [Knowledge: String] = [
            .window: #"{"a":1,"b":2} known acknowledged"#, .pendingWrite: "null known local",
        ]
        #expect(texts(state) == [special[knowledge] ?? Self.fromCache[knowledge]].compactMap(\.self))
    }

    @Test(
        "a transaction that aborts on an unknown value reads before the abort is final [operations 14]",
        arguments: Connection.allCases, [Knowledge.none, .pendingChild, .window])
    func abortOnUnknown(connection: Connection, knowledge: Knowledge) throws {
        var state = try state(connection, knowledge)
        let operation = state.beginTransaction(at: path, isVisible: true)
        let input = try input(of: state)
        #expect(!input.isKnown)
        state.effects = []
        state.computed(operation, nil, from: input, now: 0)
        if connection != .ready {
            #expect(texts(state) == [])
            if connection == .off { state.enableConnection(true) }
            if connection == .lost { state.received(.available, now: 0) }
            state.received(Self.hello, now: 0)
        }
        #expect(texts(state).filter { $0.hasPrefix("get") || $0.hasPrefix("compute") } == ["get /n"])
        answerGet(&state, .ok, server)
        let known = try self.input(of: state)
        #expect(known.isKnown)
        state.effects = []
        state.computed(operation, nil, from: known, now: 0)
        #expect(texts(state) == ["aborted \(known.node.text)"])
    }

    @Test(
        "a transaction that aborts on a known value is final [operations 13]",
        arguments: Connection.allCases, [Knowledge.pendingWrite, .subscribed])
    func abortOnKnown(connection: Connection, knowledge: Knowledge) throws {
        var state = try state(connection, knowledge)
        let operation = state.beginTransaction(at: path, isVisible: true)
        let input = try input(of: state)
        #expect(input.isKnown)
        state.effects = []
        state.computed(operation, nil, from: input, now: 0)
        #expect(texts(state) == ["aborted \(input.node.text)"])
    }

    @Test("a transaction fails if its read is refused")
    func refusedRead() throws {
        var state = try state(.ready, .none)
        let operation = state.beginTransaction(at: path, isVisible: true)
        state.computed(operation, nil, from: try input(of: state), now: 0)
        answerGet(&state, .permissionDenied, nil)
        #expect(texts(state) == ["failed permissionDenied"])
    }

    @Test("a transaction repeats its read after a lost connection, and no abort is final before")
    func interruptedRead() throws {
        var state = try state(.ready, .none)
        let operation = state.beginTransaction(at: path, isVisible: true)
        state.computed(operation, nil, from: try input(of: state), now: 0)
        state.effects = []
        state.received(.closed(reason: "lost"), now: 0)
        #expect(texts(state) == [])
        state.received(.available, now: 0)
        state.received(Self.hello, now: 0)
        #expect(texts(state) == ["get /n"])
    }

    @Test("a result from an unknown value is sent with its hash, and computed again when stale")
    func corrected() throws {
        var state = try state(.ready, .none)
        let operation = state.beginTransaction(at: path, isVisible: true)
        let input = try input(of: state)
        state.effects = []
        state.computed(operation, WriteValue(.number(1)), from: input, now: 0)
        #expect(texts(state) == ["put 1 at /n if unchanged"])
        var number = 0
        for case .send(.request(let request)) in state.effects { number = request.number }
        state.effects = []
        state.received(.message(.push(.set(path: path, node: .number(7), tag: nil))), now: 0)
        state.received(.message(.response(Response(number: number, status: .dataStale))), now: 0)
        #expect(texts(state) == ["compute 7 known"])
    }

    private func input(of state: EngineState) throws -> TransactionInput {
        var inputs: [TransactionInput] = []
        for case .compute(_, let input, _) in state.effects { inputs.append(input) }
        return try #require(inputs.last)
    }
}
