import DatasyncTree
import DatasyncWire
import Testing

@testable import DatasyncEngine

/// Tests for the effects of every call of the engine's state in every phase of the connection.
@Suite("Effects of calls in each phase of the connection")
struct EngineStateTableTests {
    /// The situations in which the calls are made.
    enum Phase: String, CaseIterable, Sendable {
        /// The application wants no connection.
        case off
        /// The first connection is being opened.
        case opening
        /// Connected.
        case ready
        /// The connection was lost.
        case waiting
    }

    /// A row: a call, and the effects in each phase, one text per effect.
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let call: @Sendable (inout EngineState) throws -> Void
        let effects: [Phase: [String]]

        init(
            _ name: String, off: [String], opening: [String], ready: [String], waiting: [String],
            _ call: @escaping @Sendable (inout EngineState) throws -> Void
        ) {
            testDescription = name
            self.call = call
            effects = [.off: off, .opening: opening, .ready: ready, .waiting: waiting]
        }
    }

    private static let path = Path([Key(unchecked: "n")])
    private static let query = Query(path: path, window: .all)
    private static let hello = LinkEvent.message(
        .control(
            .hello(time: 0, version: ProtocolVersion.current, host: "host", session: "session", numbersWrites: true)))

    /// Returns a state in a phase, without effects.
    private func state(_ phase: Phase) -> EngineState {
        var state = EngineState(client: 1)
        if phase != .off { state.enableConnection(true) }
        if phase == .ready || phase == .waiting { state.received(Self.hello, now: 0) }
        if phase == .waiting { state.received(.closed(reason: "lost"), now: 0) }
        state.effects = []
        return state
    }

    /// Returns the effects as texts, and removes them from the state.
    private static func takeEffects(of state: inout EngineState) -> [String] {
        defer { state.effects = [] }
        return state.effects.expanded.map { effect in
            switch effect {
            case .raise(let event, let receiver):
                "raise \(receiver.id.number) \(event.kind.rawValue) \(event.node.text) \(event.isAcknowledged)"
            case .raiseAdditions(let additions): "raise \(additions.count) additions"
            case .end(let receiver, .cancelled): "end \(receiver.id.number) cancelled"
            case .end(let receiver, .revoked(let error)): "end \(receiver.id.number) revoked \(error.code.rawValue)"
            case .settle(let id, .success(let outcome)): "settle \(id.number) \(text(outcome))"
            case .settle(let id, .failure(let error)): "settle \(id.number) \(error.code.rawValue)"
            case .compute(let id, let input, _):
                "compute \(id.number) \(input.node.text)\(input.isKnown ? "" : " unknown")"
            case .open: "open"
            case .close: "close"
            case .abandonConnection: "abandon"
            case .send(let message): "send \(message.text)"
            case .connectionChanged(.connected): "connected"
            case .connectionChanged(.disconnected(_, let isInitializing, _, _)):
                isInitializing ? "initializing" : "disconnected"
            case .signInChanged(.signedOut): "signed out"
            case .signInChanged(.signingIn): "signing in"
            case .signInChanged(.signedIn): "signed in"
            case .diagnose(let error): "diagnose \(error.code.rawValue)"
            case .store, .storeAll: "store"
            case .pendingWritesChanged(let count): "pending \(count)"
            }
        }
    }

    private static func text(_ outcome: Outcome) -> String {
        switch outcome {
        case .done: "ok"
        case .value(let node, let isAcknowledged, let isKnown):
            "\(node.text) \(isKnown ? isAcknowledged ? "acknowledged" : "local" : "unknown")"
        case .transaction(let isCommitted, let node): "\(isCommitted ? "committed" : "aborted") \(node.text)"
        }
    }

    @Test("a call has the effects of the table", arguments: rows, Phase.allCases)
    func row(_ row: Row, phase: Phase) throws {
        var state = state(phase)
        try row.call(&state)
        #expect(state.violatedInvariant == nil)
        #expect(Self.takeEffects(of: &state) == row.effects[phase])
    }
}

extension EngineStateTableTests {
    private static let one = WriteValue(.number(1))

    /// Runs a call and discards its effects, so that the next call's effects are seen alone.
    private static func prepared(_ state: inout EngineState, _ body: (inout EngineState) throws -> Void) rethrows {
        try body(&state)
        state.effects = []
    }

    static let rows: [Row] = [
        Row(
            "listen",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"q","b":{"p":"/n","h":""}}}"#],
            waiting: []
        ) {
            _ = $0.listen(to: query, interest: .valueFamily)
        },
        Row(
            "unlisten",
            off: ["end 1 cancelled"],
            opening: ["end 1 cancelled"],
            ready: [#"send {"t":"d","d":{"r":2,"a":"n","b":{"p":"/n"}}}"#, "end 1 cancelled"],
            waiting: ["end 1 cancelled"]
        ) { state in
            var id: RegistrationID?
            prepared(&state) { id = $0.listen(to: query, interest: .valueFamily) }
            if let id { state.unlisten(id) }
        },
        Row(
            "set",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"p","b":{"p":"/n","d":1,"w":["1",1,1]}}}"#],
            waiting: []
        ) { _ = try $0.set(one, at: path, now: 0) },
        Row(
            "set with a subscription",
            off: ["raise 1 value 1 false"],
            opening: ["raise 1 value 1 false"],
            ready: [
                "raise 1 value 1 false", #"send {"t":"d","d":{"r":2,"a":"p","b":{"p":"/n","d":1,"w":["1",1,1]}}}"#,
            ],
            waiting: ["raise 1 value 1 false"]
        ) { state in
            prepared(&state) { _ = $0.listen(to: query, interest: .valueFamily) }
            _ = try state.set(one, at: path, now: 0)
        },
        Row(
            "merge",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"m","b":{"p":"/n","d":{"a":1},"w":["1",1,1]}}}"#],
            waiting: []
        ) {
            _ = try $0.merge([MergePart(path: Path([Key(unchecked: "a")]), value: one)], at: path, now: 0)
        },
        Row(
            "read",
            off: ["settle 1 null unknown"],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"g","b":{"p":"/n"}}}"#],
            waiting: ["settle 1 null unknown"]
        ) { _ = $0.read(query) },
        Row(
            "read of a pending write",
            off: ["settle 2 1 local"],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":2,"a":"g","b":{"p":"/n"}}}"#],
            waiting: ["settle 2 1 local"]
        ) { state in
            try prepared(&state) { _ = try $0.set(one, at: path, now: 0) }
            _ = state.read(query)
        },
        Row(
            "transaction",
            off: ["compute 1 null unknown"],
            opening: ["compute 1 null unknown"],
            ready: ["compute 1 null unknown"],
            waiting: ["compute 1 null unknown"]
        ) {
            _ = $0.beginTransaction(at: path, isVisible: true)
        },
        Row(
            "computed transaction",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"p","b":{"p":"/n","d":1,"h":"","w":["1",1,1]}}}"#],
            waiting: []
        ) { state in
            var id: OperationID?
            prepared(&state) { id = $0.beginTransaction(at: path, isVisible: true) }
            if let id {
                state.computed(
                    id, one, from: TransactionInput(node: .null, isAcknowledged: false, isKnown: false), now: 0)
            }
        },
        Row(
            "aborted transaction on an unknown value",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"g","b":{"p":"/n"}}}"#],
            waiting: []
        ) { state in
            var id: OperationID?
            prepared(&state) { id = $0.beginTransaction(at: path, isVisible: true) }
            if let id {
                state.computed(
                    id, nil, from: TransactionInput(node: .null, isAcknowledged: false, isKnown: false), now: 0)
            }
        },
        Row(
            "failed transaction",
            off: ["settle 1 encodingFailed"],
            opening: ["settle 1 encodingFailed"],
            ready: ["settle 1 encodingFailed"],
            waiting: ["settle 1 encodingFailed"]
        ) { state in
            var id: OperationID?
            prepared(&state) { id = $0.beginTransaction(at: path, isVisible: true) }
            if let id { state.failed(id, DatasyncError(.encodingFailed, at: path, "no")) }
        },
        Row(
            "on-disconnect write",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"o","b":{"p":"/n","d":1}}}"#],
            waiting: []
        ) {
            _ = try $0.setOnDisconnect(one, at: path, repeats: false)
        },
        Row(
            "repeating on-disconnect merge",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"om","b":{"p":"/n","d":{"a":1}}}}"#],
            waiting: []
        ) {
            _ = try $0.mergeOnDisconnect(
                [MergePart(path: Path([Key(unchecked: "a")]), value: one)], at: path, repeats: true)
        },
        Row(
            "cancelled on-disconnect write",
            off: ["settle 1 cancelled"],
            opening: ["settle 1 cancelled"],
            ready: ["settle 1 cancelled", #"send {"t":"d","d":{"r":2,"a":"oc","b":{"p":"/n","d":null}}}"#],
            waiting: ["settle 1 cancelled"]
        ) { state in
            try prepared(&state) { _ = try $0.setOnDisconnect(one, at: path, repeats: false) }
            _ = state.cancelOnDisconnect(at: path)
        },
        Row(
            "authenticate",
            off: ["signing in"],
            opening: ["signing in"],
            ready: [#"send {"t":"d","d":{"r":1,"a":"auth","b":{"cred":"user"}}}"#, "signing in"],
            waiting: ["signing in"]
        ) { _ = $0.authenticate("user") },
        Row(
            "authenticate twice",
            off: ["settle 1 cancelled", "signing in"],
            opening: ["settle 1 cancelled", "signing in"],
            ready: [#"send {"t":"d","d":{"r":2,"a":"auth","b":{"cred":"other"}}}"#, "signing in"],
            waiting: ["settle 1 cancelled", "signing in"]
        ) { state in
            prepared(&state) { _ = $0.authenticate("user") }
            _ = state.authenticate("other")
        },
        Row(
            "sign out",
            off: ["settle 1 ok", "signed out"],
            opening: ["settle 1 ok", "signed out"],
            ready: [#"send {"t":"d","d":{"r":1,"a":"unauth","b":{}}}"#, "signed out"],
            waiting: ["settle 1 ok", "signed out"]
        ) { _ = $0.authenticate(nil) },
        Row(
            "keep updating",
            off: [],
            opening: [],
            ready: [#"send {"t":"d","d":{"r":1,"a":"q","b":{"p":"/n","h":""}}}"#],
            waiting: []
        ) { $0.apply(.keepUpdating, to: query) },
        Row(
            "clean the offline cache",
            off: ["end 1 cancelled"],
            opening: ["end 1 cancelled"],
            ready: [#"send {"t":"d","d":{"r":2,"a":"n","b":{"p":"/n"}}}"#, "end 1 cancelled"],
            waiting: ["end 1 cancelled"]
        ) { state in
            prepared(&state) { $0.apply(.keepUpdating, to: query) }
            state.cleanCache()
        },
        Row(
            "enable the connection",
            off: ["open", "initializing"],
            opening: [],
            ready: [],
            waiting: []
        ) { $0.enableConnection(true) },
        Row(
            "disable the connection",
            off: [],
            opening: ["close", "disconnected"],
            ready: ["close", "disconnected"],
            waiting: ["close", "disconnected"]
        ) { $0.enableConnection(false) },
        Row(
            "disable the connection with a write",
            off: [],
            opening: ["close", "disconnected"],
            ready: ["close", "disconnected"],
            waiting: ["close", "disconnected"]
        ) { state in
            try prepared(&state) { _ = try $0.set(one, at: path, now: 0) }
            state.enableConnection(false)
        },
        Row(
            "the connection is closed",
            off: [],
            opening: ["settle 1 null unknown", "disconnected", "diagnose disconnected"],
            ready: ["settle 1 null unknown", "disconnected", "diagnose disconnected"],
            waiting: []
        ) { state in
            prepared(&state) { _ = $0.read(query) }
            state.received(.closed(reason: "lost"), now: 0)
        },
        Row(
            "a connection becomes available",
            off: [],
            opening: [],
            ready: [],
            waiting: ["open"]
        ) {
            $0.received(.available, now: 0)
        },
        Row(
            "hello with everything pending, and the response to the credential",
            off: [],
            opening: [
                "connected", #"send {"t":"d","d":{"r":1,"a":"auth","b":{"cred":"user"}}}"#,
                #"send {"t":"d","d":{"r":2,"a":"q","b":{"p":"/n","h":""}}}"#,
                #"send {"t":"d","d":{"r":3,"a":"g","b":{"p":"/n"}}}"#, "diagnose unavailable", "signed in",
                "settle 1 ok",
                #"send {"t":"d","d":{"r":4,"a":"p","b":{"p":"/n","d":1,"w":["2",1,1]}}}"#,
                #"send {"t":"d","d":{"r":5,"a":"o","b":{"p":"/n","d":1}}}"#,
            ],
            ready: [],
            waiting: [
                "open", "connected", #"send {"t":"d","d":{"r":1,"a":"auth","b":{"cred":"user"}}}"#,
                #"send {"t":"d","d":{"r":2,"a":"q","b":{"p":"/n","h":""}}}"#, "diagnose unavailable", "signed in",
                "settle 1 ok",
                #"send {"t":"d","d":{"r":3,"a":"p","b":{"p":"/n","d":1,"w":["2",1,1]}}}"#,
                #"send {"t":"d","d":{"r":4,"a":"o","b":{"p":"/n","d":1}}}"#,
            ]
        ) { state in
            try prepared(&state) { state in
                _ = state.authenticate("user")
                _ = state.listen(to: query, interest: .valueFamily)
                _ = try state.set(one, at: path, now: 0)
                _ = state.read(query)
                _ = try state.setOnDisconnect(one, at: path, repeats: true)
            }
            let wasReady = state.isReady
            state.received(.available, now: 0)
            state.received(hello, now: 0)
            guard state.isReady, !wasReady else { return }
            state.effects.append(.diagnose(DatasyncError(.unavailable, at: nil, "--")))
            state.received(.message(.response(Response(number: 1, status: .ok))), now: 0)
        },
        Row(
            "release with everything pending",
            off: [
                "settle 2 released", "settle 3 released", "settle 4 released", "settle 1 released", "end 1 cancelled",
            ],
            opening: [
                "close", "disconnected", "settle 2 released", "settle 3 released", "settle 4 released",
                "settle 1 released", "end 1 cancelled",
            ],
            ready: [
                "close", "disconnected", "settle 2 released", "settle 3 released", "settle 4 released",
                "settle 1 released", "end 1 cancelled",
            ],
            waiting: [
                "close", "disconnected", "settle 2 released", "settle 3 released", "settle 4 released",
                "settle 1 released", "end 1 cancelled",
            ]
        ) { state in
            try prepared(&state) { state in
                _ = state.authenticate("user")
                _ = state.listen(to: query, interest: .valueFamily)
                _ = try state.set(one, at: path, now: 0)
                _ = state.beginTransaction(at: path, isVisible: true)
                _ = try state.setOnDisconnect(one, at: path, repeats: true)
            }
            state.release()
        },
    ]
}
