import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire

/// The client side of a ``Transport``: converts messages into frames, and frames into messages.
///
/// If the back end asks the client to reconnect to another host, new connections use that host until one fails before its
/// greeting. Before the greeting, the link itself switches to that host, and back:
///
/// ```
///             reset                  end before the greeting
///   own host ───────▶ the named host ───────────────────────▶ own host, as redirected
/// ```
package struct TransportLink: Link {
    private let transport: any Transport
    private let redirection = Redirection()
    private let loading: LoadingMonitor

    package init(_ transport: any Transport, loading: LoadingMonitor = LoadingMonitor()) {
        self.transport = transport
        self.loading = loading
    }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let connection = FramedConnection { connection, number, destination in
            open(connection, number, destination, receive)
        }
        connection.connect(to: redirection.host.map { .named($0) } ?? .own)
        return connection
    }

    /// Opens the transport's connection to a destination.
    private func open(
        _ connection: FramedConnection, _ number: Int, _ destination: Destination,
        _ receive: @escaping @Sendable (LinkEvent) -> Void
    ) -> any TransportConnection {
        func receiver(from destination: Destination) -> @Sendable (TransportEvent) -> Void {
            let reader = Guarded(MessageReader())
            return { [redirection, loading] event in
                guard connection.isCurrent(number) else { return }
                Self.receive(event, from: destination, by: connection, reader, redirection, loading, receive)
            }
        }
        guard let transport = transport as? any RedirectableTransport, destination != .own else {
            return transport.open(receiver(from: destination))
        }
        return destination.host.flatMap { transport.open(redirectedTo: $0, receiver(from: destination)) }
            ?? transport.open(redirectedTo: nil, receiver(from: .ownAgain))
            ?? transport.open(receiver(from: .ownAgain))
    }

    private static func receive(
        _ event: TransportEvent, from destination: Destination, by connection: FramedConnection,
        _ reader: borrowing Guarded<MessageReader>, _ redirection: Redirection, _ loading: LoadingMonitor,
        _ receive: @escaping @Sendable (LinkEvent) -> Void
    ) {
        switch event {
        case .closed(let reason), .refused(let reason):
            if let host = destination.host, !connection.isGreeted {
                redirection.forget(host)
                if connection.connect(to: .ownAgain) { return }
            }
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
                case .control(.hello): connection.noteGreeting()
                case .control(.reset(let host?)) where !host.isEmpty:
                    redirection.follow(host)
                    if destination == .own, connection.connect(to: .named(host)) { return }
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
}

/// The destination of a connection.
private enum Destination: Sendable, Equatable {
    case own
    /// The host that the back end has named.
    case named(String)
    /// The own host, after the named one has failed.
    case ownAgain

    var host: String? { if case .named(let host) = self { host } else { nil } }
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

/// A client's connection over frames, which may take several connections of the transport until the greeting.
private final class FramedConnection: LinkConnection {
    /// Opens a connection of the transport; its events count as long as its number is the current one.
    typealias Opener = @Sendable (FramedConnection, _ number: Int, Destination) -> any TransportConnection

    private struct State: Sendable {
        /// The closure that opens connections, until the greeting or the end.
        var opener: ApplicationOwned<Opener>?
        var connection: ApplicationOwned<any TransportConnection>?
        /// The number of the latest connection of the transport.
        var number = 0
        var isGreeted = false
        var hasEnded = false
        var isClosed = false
    }

    private let frames = SerialOutput<String>()
    /// The state; its lock is never held while the transport or the receiver is called.
    private let state: Guarded<State>

    init(_ opener: @escaping Opener) { state = Guarded(State(opener: ApplicationOwned(opener))) }

    var hasEnded: Bool { state.withLock(\.hasEnded) }

    var isGreeted: Bool { state.withLock(\.isGreeted) }

    func isCurrent(_ number: Int) -> Bool { state.withLock { $0.number == number } }

    /// Connects to a destination in place of the earlier one; returns `false` after the greeting or the end.
    @discardableResult
    func connect(to destination: Destination) -> Bool {
        let (opener, number, earlier) = state.withLock { state in
            if state.opener != nil { state.number += 1 }
            return (state.opener, state.number, state.opener == nil ? nil : state.connection.take())
        }
        guard let opener else { return false }
        earlier?.value.close()
        attach(opener.value(self, number, destination), number)
        return true
    }

    /// Records the greeting, after which the connection stays with its destination.
    func noteGreeting() {
        let opener = state.withLock { state in
            state.isGreeted = true
            return state.opener.take()
        }
        // Released outside the lock.
        withExtendedLifetime(opener) {}
    }

    /// Calls `announce` on the first call; later calls have no effect.
    func end(_ announce: () -> Void) {
        // The transport's connection may retain its closure, which retains this object: this breaks the cycle. The connection
        // is released after the call.
        let (isFirst, owned) = state.withLock { state in
            defer { state.hasEnded = true }
            return (!state.hasEnded, (state.connection.take(), state.opener.take()))
        }
        withExtendedLifetime(owned) {
            if isFirst { announce() }
        }
    }

    private func attach(_ connection: any TransportConnection, _ number: Int) {
        let owned = ApplicationOwned(connection)
        let isUnused = state.withLock { state in
            let isCurrent = state.number == number
            if !state.isClosed, !state.hasEnded, isCurrent { state.connection = owned }
            return state.isClosed || !isCurrent
        }
        if isUnused { connection.close() }
    }

    func send(_ message: ClientMessage) {
        guard let connection = state.withLock(\.connection)?.value else { return }
        frames.send(Frames.cut(message.text), to: connection.send)
    }

    func close() {
        let (connection, opener) = state.withLock { state in
            state.isClosed = true
            return (state.connection.take(), state.opener.take())
        }
        connection?.value.close()
        // Released outside the lock.
        withExtendedLifetime(opener) {}
    }
}
