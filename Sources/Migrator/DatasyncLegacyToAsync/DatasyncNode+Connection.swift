public import DatasyncAsync
public import DatasyncClient
public import Dispatch

extension DatasyncNode {
    /// Connects the application, and reconnects whenever the connection is lost.
    public func connect() { service.isConnectionEnabled = true }

    /// Disconnects the application until the next call of ``connect()``.
    public func disconnect() { service.isConnectionEnabled = false }

    /// Observes the connection status on the main queue, starting with the current status.
    ///
    /// - Parameter observer: Called with each status.
    /// - Returns: The observation; retain it as long as you need it.
    public func observeConnectionState(
        _ observer: @escaping @MainActor (DatasyncState) -> Void
    ) -> ConnectionObservation {
        location.client.observeConnectionState(observer)
    }

    /// Observes the connection status, starting with the current status.
    ///
    /// - Parameters:
    ///   - queue: The queue of the observer; the application's default queue when `nil`.
    ///   - observer: Called with each status.
    /// - Returns: The observation; retain it as long as you need it.
    public func observeConnectionState(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
    ) -> ConnectionObservation {
        location.client.observeConnectionState(queue, observer)
    }

    /// Shows at this node whether the client is connected, with values of types that may not be encodable.
    ///
    /// - Parameters:
    ///   - online: The value in Foundation JSON while the client is connected.
    ///   - offline: The value that the back end writes when the connection ends; `nil` removes the node.
    /// - Returns: The presence; retain it as long as the client is present. A refused write goes to the diagnostics.
    @_disfavoredOverload
    public func presence(online: Any, offline: Any? = nil) -> DatasyncPresence {
        DatasyncPresence(location, online: .foundation(online), offline: .foundation(offline))
    }
}
