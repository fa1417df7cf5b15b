public import DatasyncAsync
import DatasyncClient

extension DatasyncNode {
    /// Connects the application, and reconnects whenever the connection is lost.
    public func connect() { service.isConnectionEnabled = true }

    /// Disconnects the application until the next call of ``connect()``.
    public func disconnect() { service.isConnectionEnabled = false }
}
