import DatasyncTree

/// A means of connecting to the back end, in process or through a transport.
package protocol Link: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: Called with each event, in order, one call at a time, possibly before `open` returns.
    /// - Returns: The connection, to send on and to close.
    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection
}
