import DatasyncTree

/// An event of a connection.
package enum LinkEvent: Sendable {
    case message(BackendMessage)
    /// The connection has ended; only `waiting` and `available` may follow.
    case closed(reason: String)
    /// The back end refuses the connection until something changes there; otherwise like `closed`.
    case refused(reason: String)
    /// The link tries to connect again at a time in milliseconds since the Unix epoch.
    case waiting(until: Double)
    /// The back end is reachable again; the client may reconnect at once.
    case available
}
