import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire

/// The back end's side of a text channel, which offers a ``Link`` as a ``Transport``.
///
/// The response to a malformed request has a status and the reason. If even the number of the request cannot be read, the
/// connection is shut down with the reason.
package struct LinkTransport: Transport {
    private let link: any Link

    package init(_ link: any Link) { self.link = link }

    package func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let output = Output(receive)
        let connection = link.open { event in
            switch event {
            case .message(let message): output.send(message)
            case .closed(let reason), .refused(let reason): output.close(reason: reason)
            case .waiting, .available: break
            }
        }
        return Connection(connection, output)
    }

    /// The events for the transport, in order and one at a time; none follows the close.
    private final class Output: Sendable {
        private let events = SerialOutput<TransportEvent>()
        private let hasClosed = Guarded(false)
        private let receive: @Sendable (TransportEvent) -> Void

        init(_ receive: @escaping @Sendable (TransportEvent) -> Void) { self.receive = receive }

        func send(_ message: BackendMessage) { send(Frames.cut(message.text).map { .frame($0) }) }

        func close(reason: String) { send([.closed(reason: reason)]) }

        private func send(_ events: [TransportEvent]) {
            self.events.send(events) { event in
                let isLate = hasClosed.withLock { hasClosed in
                    defer { if case .closed = event { hasClosed = true } }
                    return hasClosed
                }
                if !isLate { receive(event) }
            }
        }
    }

    private final class Connection: TransportConnection {
        private let connection: any LinkConnection
        private let output: Output
        private let reader = Guarded(RequestReader())

        init(_ connection: any LinkConnection, _ output: Output) {
            self.connection = connection
            self.output = output
        }

        func send(_ frame: String) {
            switch reader.withLock({ $0.accept(frame) }) {
            case nil: break
            case .message(let message)?: connection.send(message)
            case .malformed(let response)?: output.send(.response(response))
            case .refused(let reason)?:
                output.send(.control(.shutdown(reason: reason)))
                connection.close()
                output.close(reason: reason)
            }
        }

        func close() { connection.close() }
    }
}
