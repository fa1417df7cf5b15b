import DatasyncTree

/// A connection to a back end that carries text frames: what a network has to offer.
///
/// Implement it over any ordered, reliable channel of texts (a WebSocket, a pipe) and give it to a configuration as its platform.
public protocol Transport: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: To be called with what happens, in order and one call at a time.
    /// - Returns: The connection, which may still be opening; frames sent meanwhile are kept.
    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection
}

/// An open connection of a ``Transport``.
public protocol TransportConnection: Sendable {
    /// Sends one text frame after those sent before.
    func send(_ frame: String)
    /// Ends the connection; ending it twice is harmless.
    func close()
}

/// What happens on a ``TransportConnection``.
public enum TransportEvent: Sendable {
    /// A text frame arrived.
    case frame(String)
    /// The connection is over, with the reason in words.
    case closed(reason: String)
}

extension TransportEvent: CustomStringConvertible, CustomDebugStringConvertible {
    /// The case with the start of its text.
    public var description: String {
        switch self {
        case .frame(let text): "frame(\(text.abbreviated()))"
        case .closed(let reason): "closed(reason: \(reason.abbreviated()))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "TransportEvent.\(description)" }
}
