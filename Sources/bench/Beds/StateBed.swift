import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The bed of ``EngineState`` alone: the bed executes the effects.
struct StateBed: Bed {
    private enum Input {
        case write(Path, WriteValue)
        case push(Path, Node)
        case listen(Query, Interest)
    }

    private var state = EngineState(client: "bench")
    /// The operations, the first one last.
    private var inputs: [Input]
    private let acknowledges: Bool
    private var eventCount = 0
    /// The requests of the last call, with the path of a listen.
    private var requests: [(number: Int, listen: Path?)] = []

    init(_ script: Script) throws {
        var paths = PathCache()
        inputs = try script.operations.reversed().map { operation in
            switch operation {
            case .write(let path, let value): .write(try paths[path], WriteValue(value.node))
            case .push(let path, let value): .push(try paths[path], value.node)
            case .listen(let listener):
                .listen(Query(path: try paths[listener.path], window: .all), listener.kind.interest)
            }
        }
        acknowledges = script.acknowledges
        let initial = try script.initial.map { (path: try paths[$0.path], node: $0.value.node) }
        let data = initial.map { Node.null.setting($0.node, at: $0.path) } ?? .null
        state.enableConnection(true)
        state.received(.message(.greeting), now: 0)
        executeEffects()
        for listener in script.listeners {
            let path = try paths[listener.path]
            _ = state.listen(to: Query(path: path, window: .all), interest: listener.kind.interest)
            executeEffects()
            for request in requests where request.listen != nil {
                receive(.push(.set(path: path, node: data[path], tag: nil)))
                receive(.response(Response(number: request.number, status: .ok)))
            }
        }
        try script.checkInitial(eventCount, in: "state")
    }

    mutating func run() throws -> Int {
        eventCount = 0
        while let input = inputs.popLast() {
            switch input {
            case .push(let path, let node): receive(.push(.set(path: path, node: node, tag: nil)))
            case .listen(let query, let interest):
                _ = state.listen(to: query, interest: interest)
                executeEffects()
            case .write(let path, let value):
                _ = try state.set(value, at: path, now: 0)
                executeEffects()
                guard acknowledges, let request = requests.last else { continue }
                receive(.push(.set(path: path, node: value.node, tag: nil)))
                receive(.response(Response(number: request.number, status: .ok)))
            }
        }
        return eventCount
    }

    private mutating func receive(_ message: BackendMessage) {
        state.received(.message(message), now: 0)
        executeEffects()
    }

    /// Counts the events, and notes the requests.
    private mutating func executeEffects() {
        requests.removeAll(keepingCapacity: true)
        for effect in state.effects {
            switch effect {
            case .raise: eventCount += 1
            case .send(.request(let request)):
                if case .listen(let path, _, _, _) = request.action {
                    requests.append((request.number, path))
                } else {
                    requests.append((request.number, nil))
                }
            default: break
            }
        }
        state.effects.removeAll(keepingCapacity: true)
    }
}
