package import DatasyncTree

/// A means of connecting to the back end, in process or through a transport.
package protocol Link: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: Called with each event, in order, one call at a time, possibly before `open` returns.
    /// - Returns: The connection, to send on and to close.
    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection
}

/// An open connection of a ``Link``.
package protocol LinkConnection: Sendable {
    func send(_ message: ClientMessage)
    /// Returns whether a write at a path may be allowed, regardless of its data.
    func mayAllowWriting(at path: Path) -> Bool
    func close()
}

extension LinkConnection {
    package func mayAllowWriting(at path: Path) -> Bool { true }
}

/// An event of a connection.
package enum LinkEvent: Sendable {
    case message(BackendMessage)
    /// The connection has ended; only `waiting` and `available` may follow.
    case closed(reason: String)
    /// The link tries to connect again at a time in milliseconds since the Unix epoch.
    case waiting(until: Double)
    /// The back end is reachable again; the client may reconnect at once.
    case available
}
