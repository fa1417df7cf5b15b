import DatasyncTree

/// A transport that can connect to a host other than its own.
///
/// A back end names that host when it asks for a new connection.
package protocol RedirectableTransport: Transport {
    /// Opens a connection after a redirect, and says so to the back end, which then serves the client itself.
    ///
    /// Otherwise like ``Transport/open(_:)``.
    ///
    /// - Parameters:
    ///   - host: The named host, `HOST` or `HOST:PORT`; `nil` for the transport's own, after the named one has failed.
    ///   - receive: The closure to call with each event.
    /// - Returns: The connection; `nil` if the text is not a host.
    func open(
        redirectedTo host: String?, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)?
}
