import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire

/// The client side of a ``Transport``: converts messages into frames, and frames into messages.
package struct TransportLink: Link {
    private let transport: any Transport

    package init(_ transport: any Transport) { self.transport = transport }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let reader = Guarded(FrameReader())
        let connection = FramedConnection()
        let opened = transport.open { event in
            switch event {
            case .closed(let reason): connection.end { receive(.closed(reason: reason)) }
            case .frame(let frame):
                do throws(DataError) {
                    guard
                        let text = try reader.withLock({ reader throws(DataError) in
                            try reader.accept(frame, keepsZero: false)
                        })
                    else { return }
                    let message = try BackendMessage(text: text)
                    if !connection.hasEnded { receive(.message(message)) }
                } catch {
                    // After a malformed message, later messages cannot be trusted either.
                    connection.close()
                    connection.end {
                        receive(.closed(reason: "The back end sent a malformed message. \(error.message)"))
                    }
                }
            }
        }
        connection.attach(opened)
        return connection
    }
}

/// A client's connection over frames.
private final class FramedConnection: LinkConnection {
    private struct State: Sendable {
        var connection: ApplicationOwned<any TransportConnection>?
        var hasEnded = false
        var isClosed = false
    }

    private let frames = SerialOutput<String>()
    /// The state; its lock is never held during a call of the transport or the receiver.
    private let state = Guarded(State())

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Calls `announce` on the first call; later calls have no effect.
    func end(_ announce: () -> Void) {
        // The transport's connection may retain its closure, which retains this object: this breaks the cycle. It is
        // released after the call.
        let (isFirst, connection) = state.withLock { state in
            defer {
                state.hasEnded = true
                state.connection = nil
            }
            return (!state.hasEnded, state.connection)
        }
        withExtendedLifetime(connection) {
            if isFirst { announce() }
        }
    }

    func attach(_ connection: any TransportConnection) {
        let owned = ApplicationOwned(connection)
        let isClosed = state.withLock { state in
            if !state.isClosed && !state.hasEnded { state.connection = owned }
            return state.isClosed
        }
        if isClosed { connection.close() }
    }

    func send(_ message: ClientMessage) {
        guard let connection = state.withLock(\.connection)?.value else { return }
        frames.send(Frames.cut(message.text), to: connection.send)
    }

    func close() {
        let connection = state.withLock { state in
            state.isClosed = true
            defer { state.connection = nil }
            return state.connection
        }
        connection?.value.close()
    }
}
