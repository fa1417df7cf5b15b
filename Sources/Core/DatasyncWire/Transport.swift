import DatasyncTree

/// A means of connecting to a back end that carries text frames, such as a network.
///
/// Implement it over any ordered, reliable channel of texts (a WebSocket, a pipe), and pass it to a configuration as
/// its platform.
public protocol Transport: Sendable {
    /// Opens a connection.
    ///
    /// - Parameter receive: The closure to call with each event, in order and one call at a time, on any thread.
    /// - Returns: The connection, which may still be opening; buffer the frames sent meanwhile.
    func open(_ receive: @escaping @Sendable (TransportEvent) -> Void) -> any TransportConnection
}
