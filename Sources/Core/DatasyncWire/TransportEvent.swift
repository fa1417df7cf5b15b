import DatasyncTree

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
