import DatasyncTree

/// A transport that can connect to a host other than its own.
///
/// A back end names that host when it asks for a new connection.
package protocol RedirectableTransport: Transport {
    /// Opens a connection to a host, `HOST` or `HOST:PORT`; otherwise like ``Transport/open(_:)``.
    ///
    /// - Returns: The connection; `nil` if the text is not a host.
    func open(
        at host: String, _ receive: @escaping @Sendable (TransportEvent) -> Void
    ) -> (any TransportConnection)?
}
