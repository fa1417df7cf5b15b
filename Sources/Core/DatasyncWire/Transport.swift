import DatasyncTree

/// A means of connecting to a back end that carries text frames, such as a network.
///
/// Implement it over any ordered, reliable channel of texts (a WebSocket, a pipe), and pass it to a configuration as
/// its platform.
public protocol Transport: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: The closure to call with each event, in order and one call at a time, on any thread.
    /// - Returns: The connection, which may still be opening; buffer the frames sent meanwhile.
    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection
}

/// A transport that can connect to another host than its own, which a back end names when it asks for a new connection.
package protocol RedirectableTransport: Transport {
    /// Opens a connection to a host, `HOST` or `HOST:PORT`; as ``Transport/open(_:)``.
    ///
    /// - Returns: The connection; `nil` if the text is not a host.
    func open(
        at host: String, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)?
}

/// An open connection of a ``Transport``.
public protocol TransportConnection: Sendable {
    /// Sends one text frame after those sent before.
    func send(_ frame: String)
    /// Closes the connection; no effect if already closed.
    func close()
}

/// An event of a ``TransportConnection``.
public enum TransportEvent: Sendable {
    /// A text frame arrived.
    case frame(String)
    /// The connection has ended; the reason is a text for diagnostics.
    case closed(reason: String)
}

extension TransportEvent: CustomStringConvertible {
    /// The case with the start of its text.
    public var description: String {
        switch self {
        case .frame(let text): "frame(\(text.abbreviated()))"
        case .closed(let reason): "closed(reason: \(reason.abbreviated()))"
        }
    }
}
