import ClientTestSupport
import DatasyncWire
import Synchronization
import TestSupport

/// A network that only records frames and delivers those that the test passes to it.
final class ScriptedTransport: Transport {
    typealias Receiver = @Sendable (TransportEvent) -> Void

    /// The frames that were sent, and `close`.
    let log = Record<String>()
    private let receiver = Mutex<Receiver?>(nil)
    /// The events that are delivered before `open` returns.
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
    /// The event as one line.
    var line: String {
        switch self {
        case .frame(let frame): frame
        case .closed(let reason): "closed: " + reason
        case .refused(let reason): "refused: " + reason
        }
    }
}
