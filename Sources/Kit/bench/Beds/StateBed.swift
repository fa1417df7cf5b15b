import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The bed of ``EngineState`` alone: the bed executes the effects.
struct StateBed: Bed {
    private enum Input {
        case write(Path, WriteValue, isAcknowledged: Bool)
        case push(Path, Node)
        case listen(Query, Interest)
        case cancel
        case reconnect
    }

    private var state = EngineState(client: 1)
    /// The operations, the first one last.
    private var inputs: [Input] = []
    private var eventCount = 0
    /// The number of the last request.
    private var lastRequest = 0
    private var lastRegistration: RegistrationID?
    private let data: Node

    init(_ script: Script) throws {
        var paths = PathCache()
        let initial = try script.initial.map { (path: try paths[$0.path], node: $0.value.node) }
        data = initial.map { Node.null.setting($0.node, at: $0.path) } ?? .null
        connect()
        for listener in script.listeners {
            let (query, request) = (try paths.query(listener), lastRequest)
            listen(to: query, listener.kind.interest)
            if lastRequest != request { respond(to: query) }
        }
        try script.checkInitial(eventCount, in: "state")
        inputs = try Self.inputs(script.prior, script, &paths)
        _ = try run()
        inputs = try Self.inputs(script.operations, script, &paths)
    }

    mutating func run() throws -> Int {
        eventCount = 0
        while let input = inputs.popLast() {
            switch input {
            case .push(let path, let node): receive(.push(.set(path: path, node: node, tag: nil)))
            case .listen(let query, let interest): listen(to: query, interest)
            case .reconnect: reconnect()
            case .cancel:
                if let lastRegistration { state.unlisten(lastRegistration) }
                executeEffects()
            case .write(let path, let value, let isAcknowledged):
                _ = try state.set(value, at: path, now: 0)
                executeEffects()
                guard isAcknowledged else { continue }
                let request = lastRequest
                receive(.push(.set(path: path, node: value.node, tag: nil)))
                receive(.response(Response(number: request, status: .ok)))
            }
        }
        // The unused capacity would count as the engine's memory.
        inputs = []
        return eventCount
    }

    private static func inputs(
        _ operations: [Script.Operation], _ script: Script, _ paths: inout PathCache
    ) throws -> [Input] {
        try operations.reversed().map { operation in
            switch operation {
            case .write(let text, let value):
                let path = try paths[text]
                let isSilent = path.first?.text == Script.silent
                return .write(path, WriteValue(value.node), isAcknowledged: script.acknowledges && !isSilent)
            case .push(let path, let value): return .push(try paths[path], value.node)
            case .listen(let listener): return .listen(try paths.query(listener), listener.kind.interest)
            case .cancel: return .cancel
            case .reconnect: return .reconnect
            }
        }
    }

    private mutating func listen(to query: Query, _ interest: Interest) {
        lastRegistration = state.listen(to: query, interest: interest)
        executeEffects()
    }

    private mutating func connect() {
        state.enableConnection(true)
        state.received(.message(.greeting), now: 0)
        executeEffects()
    }

    private mutating func reconnect() {
        state.enableConnection(false)
        connect()
        receive(.response(Response(number: lastRequest, status: .ok)))
    }

    private mutating func respond(to query: Query) {
        let request = lastRequest
        receive(.push(.set(path: query.path, node: data[query.path], tag: nil)))
        receive(.response(Response(number: request, status: .ok)))
    }

    private mutating func receive(_ message: consuming BackendMessage) {
        state.received(.message(message), now: 0)
        executeEffects()
    }

    /// Counts the events and records the last request.
    private mutating func executeEffects() {
        for index in state.effects.indices {
            switch state.effects[index] {
            case .raise: eventCount += 1
            case .raiseAdditions(var additions): additions.deliver(atMost: .max) { _, _ in eventCount += 1 }
            case .send(.request(let request)): lastRequest = request.number
            default: break
            }
        }
        state.effects.removeAll(keepingCapacity: true)
    }
}
