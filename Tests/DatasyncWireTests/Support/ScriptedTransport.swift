import DatasyncWire
import Synchronization

/// A network that does nothing but write down the frames it is given and deliver those it is told to.
final class ScriptedTransport: Transport {
    typealias Receiver = @Sendable (TransportEvent) -> Void

    /// The frames that were sent, and `close`.
    let log = Record<String>()
    private let receiver = Mutex<Receiver?>(nil)
    /// What happens before `open` returns.
    private let early: [TransportEvent]

    init(early: [TransportEvent] = []) { self.early = early }

    func open(_ receive: @escaping Receiver) -> any TransportConnection {
        receiver.withLock { $0 = receive }
        for event in early { receive(event) }
        return Connection(log: log)
    }

    func deliver(_ event: TransportEvent) { receiver.withLock { $0 }?(event) }

    func deliver(_ frames: String...) {
        for frame in frames { deliver(.frame(frame)) }
    }

    private struct Connection: TransportConnection {
        let log: Record<String>

        func send(_ frame: String) { log.note(frame) }
        func close() { log.note("close") }
    }
}

extension TransportEvent {
    /// The event in one line.
    var line: String {
        switch self {
        case .frame(let frame): frame
        case .closed(let reason): "closed: " + reason
        }
    }
}
