import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import DatasyncWire

/// A back end with fixed data that answers listens, and echoes and acknowledges writes if the script says so.
final class ScriptedLink: Link {
    typealias Receiver = @Sendable (LinkEvent) -> Void

    /// The connection; it responds inside `send`, as the embedded back end does.
    private struct Connection: LinkConnection {
        let receive: Receiver
        let data: Node
        let acknowledges: Bool

        func send(_ message: ClientMessage) {
            guard case .request(let request) = message else { return }
            switch request.action {
            case .listen(let path, _, let tag, _):
                receive(.message(.push(.set(path: path, node: data[path], tag: tag))))
            case .write(let write, _, _):
                guard acknowledges, let value = write.setValue, write.path.first?.text != Script.silent else { return }
                receive(.message(.push(.set(path: write.path, node: value.node, tag: nil))))
            default: break
            }
            receive(.message(.response(Response(number: request.number, status: .ok))))
        }

        func close() {}
    }

    private let data: Node
    private let acknowledges: Bool
    private let receiver = Guarded<Receiver?>(nil)

    /// Creates a link with a script's initial data.
    convenience init(_ script: Script) throws {
        let data = try script.initial.map { Node.null.setting($0.value.node, at: try Path($0.path)) }
        self.init(data: data ?? .null, acknowledges: script.acknowledges)
    }

    init(data: Node, acknowledges: Bool) {
        self.data = data
        self.acknowledges = acknowledges
    }

    func open(_ receive: @escaping Receiver) -> any LinkConnection {
        receiver.withLock { $0 = receive }
        return Connection(receive: receive, data: data, acknowledges: acknowledges)
    }

    /// Sends the greeting, and returns the closure that receives pushes.
    ///
    /// - Throws: ``BenchError`` if the client has not opened a connection.
    func greet() throws(BenchError) -> Receiver {
        guard let receive = receiver.withLock(\.self) else {
            throw BenchError(
                "The client has not opened its connection. Call greet() after the client has been connected.")
        }
        receive(.message(.greeting))
        return receive
    }
}
