/// An event of a ``SocketTask``.
package enum SocketTaskEvent: Sendable, Equatable {
    /// The handshake is complete.
    case opened
    /// The server has sent a close frame; the code is `nil` if it names none.
    case closed(code: Int?, reason: String)
    /// The task has ended, whichever side ended it; the last event. Without a failure it has been closed in order.
    case completed(SocketTaskFailure?)
}
