/// A way to the back end, whatever is in between.
package protocol Link: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: Called with what happens, in order, one call at a time; possibly before `open` returns.
    /// - Returns: The connection, to send on and to close.
    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection
}

/// An open connection of a ``Link``.
package protocol LinkConnection: Sendable {
    func send(_ message: ClientMessage)
    func close()
}

/// What happens on a connection.
package enum LinkEvent: Sendable {
    case message(BackendMessage)
    /// The connection is over; nothing but `available` follows.
    case closed(reason: String)
    /// It is worth while to open a connection again.
    case available
}
