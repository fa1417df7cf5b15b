import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// The bed of ``Engine``, with its shell and a ``ScriptedLink``.
struct EngineBed: Bed {
    private enum Input {
        case write(Path, WriteValue)
        case push(LinkEvent)
        case listen(Query, Interest)
        case cancel
    }

    private let engine: Engine
    private let receive: ScriptedLink.Receiver
    private let counter = EventCounter()
    /// The operations, the first one last.
    private var inputs: [Input] = []
    private var lastRegistration: RegistrationID?

    init(_ script: Script) throws {
        var paths = PathCache()
        let link = try ScriptedLink(script)
        engine = Engine(link: link, clock: { 0 }, random: { 1 })
        engine.enableConnection(true)
        receive = try link.greet()
        for listener in script.listeners { listen(to: try paths.query(listener), listener.kind.interest) }
        try script.checkInitial(counter.count, in: "engine")
        inputs = try Self.inputs(script.prior, &paths)
        _ = try run()
        inputs = try Self.inputs(script.operations, &paths)
    }

    mutating func run() throws -> Int {
        let before = counter.count
        while let input = inputs.popLast() {
            switch input {
            case .push(let event): receive(event)
            case .listen(let query, let interest): listen(to: query, interest)
            case .cancel: if let lastRegistration { engine.unlisten(lastRegistration) }
            case .write(let path, let value): try engine.set(value, at: path) { _ in }
            }
        }
        // The unused capacity would count as the engine's memory.
        inputs = []
        return counter.count - before
    }

    private static func inputs(_ operations: [Script.Operation], _ paths: inout PathCache) throws -> [Input] {
        try operations.reversed().map { operation in
            switch operation {
            case .write(let path, let value): .write(try paths[path], WriteValue(value.node))
            case .push(let path, let value):
                .push(.message(.push(.set(path: try paths[path], node: value.node, tag: nil))))
            case .listen(let listener): .listen(try paths.query(listener), listener.kind.interest)
            case .cancel: .cancel
            case .reconnect: throw BenchError("The engine measures no reconnects; use the bed state.")
            }
        }
    }

    private mutating func listen(to query: Query, _ interest: Interest) {
        let sink = Engine.Sink { [counter] _ in
            counter.add()
        } ended: { _ in
        }
        lastRegistration = engine.listen(to: query, interest: interest, sink: sink).id
    }
}
