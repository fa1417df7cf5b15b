import DatasyncTree

/// An event of a ``TransportConnection``.
public enum TransportEvent: Sendable {
    /// A text frame arrived.
    case frame(String)
    /// The connection has ended; the reason is a text for diagnostics.
    case closed(reason: String)
    /// The server refuses the connection until something changes there; otherwise like `closed`.
    ///
    /// For instance, the namespace is missing.
    ///
    /// The client tries again, but reads of values that it does not know fail with the reason until a connection opens.
    case refused(reason: String)
}

extension TransportEvent: CustomStringConvertible {
    /// The case with the start of its text.
    public var description: String {
        switch self {
        case .frame(let text): "frame(\(text.abbreviated()))"
        case .closed(let reason): "closed(reason: \(reason.abbreviated()))"
        case .refused(let reason): "refused(reason: \(reason.abbreviated()))"
        }
    }
}
