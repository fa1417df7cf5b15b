import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire

/// The client side of a ``Transport``: converts messages into frames, and frames into messages.
///
/// If the back end asks the client to reconnect to another host, new connections use that host until one fails before its
/// greeting.
package struct TransportLink: Link {
    private let transport: any Transport
    private let redirection = Redirection()
    private let loading: LoadingMonitor

    package init(_ transport: any Transport, loading: LoadingMonitor = LoadingMonitor()) {
        self.transport = transport
        self.loading = loading
    }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let reader = Guarded(MessageReader())
        let isGreeted = Guarded(false)
        let connection = FramedConnection()
        let host = redirection.host
        let receiver: @Sendable (TransportEvent) -> Void = { [redirection, loading] event in
            switch event {
            case .closed(let reason), .refused(let reason):
                if !isGreeted.withLock(\.self) { redirection.forget(host) }
                if !connection.hasEnded { loading.set(nil) }
                let isRefusal = if case .refused = event { true } else { false }
                connection.end { receive(isRefusal ? .refused(reason: reason) : .closed(reason: reason)) }
            case .frame(let frame):
                do throws(DatasyncError) {
                    let (message, progress) = try reader.withLock { reader throws(DatasyncError) in
                        (try reader.accept(frame), reader.progress)
                    }
                    if connection.hasEnded { return }
                    loading.set(progress)
                    guard let message else { return }
                    switch message {
                    case .control(.hello): isGreeted.withLock { $0 = true }
                    case .control(.reset(let host?)) where !host.isEmpty: redirection.follow(host)
                    default: break
                    }
                    receive(.message(message))
                } catch {
                    // After a malformed message, later messages cannot be trusted either.
                    connection.close()
                    if !connection.hasEnded { loading.set(nil) }
                    connection.end {
                        receive(.closed(reason: "The back end sent a malformed message. \(error.message)"))
                    }
                }
            }
        }
        connection.attach(open(at: host, receiver))
        return connection
    }

    private func open(
        at host: String?, _ receiver: @escaping @Sendable (TransportEvent) -> Void
    ) -> any TransportConnection {
        if let host, let transport = transport as? any RedirectableTransport,
            let opened = transport.open(at: host, receiver)
        {
            return opened
        }
        return transport.open(receiver)
    }
}

/// The host that the back end has named for the next connections.
private final class Redirection: Sendable {
    private let state = Guarded<String?>(nil)

    /// The host; `nil` for the transport's own.
    var host: String? { state.withLock(\.self) }

    func follow(_ host: String) { state.withLock { $0 = host } }

    /// Forgets a host that did not greet, unless the back end has named another one since.
    func forget(_ host: String?) {
        state.withLock { present in
            if present == host { present = nil }
        }
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
    /// The state; its lock is never held while the transport or the receiver is called.
    private let state = Guarded(State())

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    /// Calls `announce` on the first call; later calls have no effect.
    func end(_ announce: () -> Void) {
        // The transport's connection may retain its closure, which retains this object: this breaks the cycle. The connection
        // is released after the call.
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
