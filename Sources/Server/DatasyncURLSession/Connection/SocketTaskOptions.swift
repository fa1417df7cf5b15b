/// The limits and times of connections over a ``SocketTask``.
package struct SocketTaskOptions: Sendable {
    /// The time limit for the handshake, with all that precedes it.
    package var handshakeTimeout = Duration.seconds(30)
    /// The time without data after which a ping is sent.
    package var pingAfter = Duration.seconds(45)
    /// The time without data after a ping before the connection is closed.
    package var pongTimeout = Duration.seconds(30)
    /// The time in which a connection that has been closed sends its last frames.
    package var closingTimeout = Duration.seconds(10)
    /// The time in which the events of an end arrive, of which one has the reason.
    package var endTimeout = Duration.seconds(2)
    /// The maximum size of a received message in bytes.
    package var maximumMessageBytes = 64 << 20
    /// The maximum number of bytes that wait to be sent; a slower connection is of no use.
    package var maximumWaitingBytes = 256 << 20

    package init() {}
}
