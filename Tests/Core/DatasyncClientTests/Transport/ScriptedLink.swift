import ClientTestSupport
import DatasyncWire
import Synchronization
import TestSupport

/// A back end that only records messages and sends those that the test passes to it.
final class ScriptedLink: Link {
    typealias Receiver = @Sendable (LinkEvent) -> Void

    /// The texts of the received messages, and `close`.
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
    /// The event as one line.
    var line: String {
        switch self {
        case .message(let message): message.text
        case .closed(let reason): "closed: " + reason
        case .refused(let reason): "refused: " + reason
        case .waiting: "waiting"
        case .available: "available"
        }
    }
}
