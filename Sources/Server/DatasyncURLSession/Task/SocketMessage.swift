/// A message of a ``SocketTask``.
package enum SocketMessage: Sendable, Equatable {
    case text(String)
    case binary
}
