import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire

/// The back end's side of a text channel, which offers a ``Link`` as a ``Transport``.
///
/// The response to a malformed request carries a status and the reason. If even the number of the request cannot be
/// read, the connection is shut down with the reason.
package struct LinkTransport: Transport {
    private let link: any Link

    package init(_ link: any Link) { self.link = link }

    package func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let frames = SerialOutput<String>()
        let connection = link.open { event in
            switch event {
            case .message(let message): frames.send(Frames.cut(message.text)) { receive(.frame($0)) }
            case .closed(let reason): receive(.closed(reason: reason))
            case .available: break
            }
        }
        return Connection(connection, frames, receive)
    }

    private final class Connection: TransportConnection {
        private let connection: any LinkConnection
        private let receive: @Sendable (TransportEvent) -> Void
        private let reader = Guarded(FrameReader())
        /// Whether the connection was shut down after a malformed message.
        private let isRefused = Guarded(false)

        private let frames: SerialOutput<String>

        init(
            _ connection: any LinkConnection, _ frames: SerialOutput<String>,
            _ receive: @escaping @Sendable (TransportEvent) -> Void
        ) {
            self.connection = connection
            self.frames = frames
            self.receive = receive
        }

        func send(_ frame: String) {
            if isRefused.withLock(\.self) { return }
            do throws(DataError) {
                guard
                    let text = try reader.withLock({ reader throws(DataError) in
                        try reader.accept(frame, keepsZero: true)
                    })
                else { return }
                try accept(text)
            } catch {
                refuse(error.message)
            }
        }

        func close() { connection.close() }

        private func accept(_ text: String) throws(DataError) {
            do throws(MalformedRequest) {
                connection.send(try ClientMessage(text: text))
            } catch {
                guard let number = error.number else { return refuse(error.reason) }
                let response = Response(number: number, status: error.status, reason: error.reason)
                send(.response(response))
            }
        }

        private func send(_ message: BackendMessage) { frames.send(Frames.cut(message.text)) { receive(.frame($0)) } }

        private func refuse(_ reason: String) {
            isRefused.withLock { $0 = true }
            send(.control(.shutdown(reason: reason)))
            connection.close()
            receive(.closed(reason: reason))
        }
    }
}
