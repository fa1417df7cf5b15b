import DatasyncTree

/// An open connection of a ``Transport``.
public protocol TransportConnection: Sendable {
    /// Sends one text frame after those sent before.
    func send(_ frame: String)
    /// Closes the connection; no effect if already closed.
    func close()
}
