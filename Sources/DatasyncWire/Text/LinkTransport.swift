import DatasyncLocking
import DatasyncTree

/// The back end's end of a text channel: offers a ``Link`` as a ``Transport``.
///
/// A request that cannot be read is answered with a status and the reason; where not even its number can be told, the
/// connection is shut down with the reason.
package struct LinkTransport: Transport {
    private let link: any Link

    package init(_ link: any Link) { self.link = link }

    package func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection {
        let connection = link.open { event in
            switch event {
            case .message(let message): Self.send(message, receive)
            case .closed(let reason): receive(.closed(reason: reason))
            case .available: break
            }
        }
        return Connection(connection, receive)
    }

    private static func send(_ message: BackendMessage, _ receive: (TransportEvent) -> Void) {
        for frame in Frames.cut(message.text) { receive(.frame(frame)) }
    }

    private final class Connection: TransportConnection {
        private let connection: any LinkConnection
        private let receive: @Sendable (TransportEvent) -> Void
        private let reader = Guarded(FrameReader())
        /// Whether the client was refused for good.
        private let isRefused = Guarded(false)

        init(_ connection: any LinkConnection, _ receive: @escaping @Sendable (TransportEvent) -> Void) {
            self.connection = connection
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
                let answer = Answer(number: number, status: error.status, reason: error.reason)
                LinkTransport.send(.answer(answer), receive)
            }
        }

        private func refuse(_ reason: String) {
            isRefused.withLock { $0 = true }
            LinkTransport.send(.control(.shutdown(reason: reason)), receive)
            connection.close()
            receive(.closed(reason: reason))
        }
    }
}
