import DatasyncClient
import DatasyncTree
import DatasyncWire
import Dispatch

/// The bed of a dialect: a client over a ``ScriptedLink`` whose callbacks run on a serial queue.
struct DialectBed<Dialect: DialectClient>: Bed {
    private enum Input {
        case write(Dialect.Node, any Sendable)
        case push(LinkEvent)
        case listen(Dialect.Node, Script.Listener.Kind)
    }

    /// The seconds after which missing events count as an error.
    private let patience = 60
    private let queue = DispatchQueue(label: "bench")
    private let counter = EventCounter()
    private let dialect: Dialect
    private let receive: ScriptedLink.Receiver
    private let eventCount: Int
    /// The operations, the first one last.
    private var inputs: [Input]

    init(_ script: Script) throws {
        let link = try ScriptedLink(script)
        let client = Client(identifier: "bench", link: link, outlivesHandles: false, executor: SystemExecutor.run)
        client.defaultQueue = queue
        // A long delivery queue is intended here, so its report is ignored.
        client.diagnostics = { _ in }
        let dialect = Dialect(WebcomApplication(client: client), queue: queue, counter: counter)
        self.dialect = dialect
        eventCount = script.eventCount
        var paths = PathCache()
        var nodes: [String: Dialect.Node] = [:]
        let node = { (path: String) -> Dialect.Node in
            if let node = nodes[path] { return node }
            let node = dialect.node(at: path)
            nodes[path] = node
            return node
        }
        inputs = try script.operations.reversed().map { operation in
            switch operation {
            case .write(let path, let value): .write(node(path), value.foundation)
            case .push(let path, let value):
                .push(.message(.push(.set(path: try paths[path], node: value.node, tag: nil))))
            case .listen(let listener): .listen(node(listener.path), listener.kind)
            case .cancel, .reconnect:
                throw BenchError("The dialects measure neither cancellations nor reconnects; use the bed state.")
            }
        }
        receive = try link.greet()
        counter.expect(script.initialEventCount)
        for listener in script.listeners { dialect.listen(to: node(listener.path), listener.kind) }
        wait()
        try script.checkInitial(counter.count, in: Dialect.bed.rawValue)
    }

    mutating func run() throws -> Int {
        let before = counter.count
        counter.expect(before + eventCount)
        while let input = inputs.popLast() {
            switch input {
            case .push(let event): receive(event)
            case .listen(let node, let kind): dialect.listen(to: node, kind)
            case .write(let node, let value): dialect.set(value, at: node)
            }
        }
        wait()
        return counter.count - before
    }

    /// Waits for the expected events, then until the queue is empty, to count superfluous events.
    private func wait() {
        counter.wait(seconds: patience)
        queue.sync {}
    }
}
