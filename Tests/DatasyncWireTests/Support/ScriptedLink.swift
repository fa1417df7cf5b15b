import DatasyncWire
import Synchronization

/// A back end that does nothing but write down what it is sent and say what it is told to.
final class ScriptedLink: Link {
    typealias Receiver = @Sendable (LinkEvent) -> Void

    /// The texts of the messages that arrived, and `close`.
    let log = Record<String>()
    private let receiver = Mutex<Receiver?>(nil)

    func open(_ receive: @escaping Receiver) -> any LinkConnection {
        receiver.withLock { $0 = receive }
        return Connection(log: log)
    }

    func say(_ event: LinkEvent) { receiver.withLock { $0 }?(event) }

    private struct Connection: LinkConnection {
        let log: Record<String>

        func send(_ message: ClientMessage) { log.note(message.text) }
        func close() { log.note("close") }
    }
}

extension LinkEvent {
    /// The event in one line.
    var line: String {
        switch self {
        case .message(let message): message.text
        case .closed(let reason): "closed: " + reason
        case .available: "available"
        }
    }
}
