public import DatasyncAsync
import DatasyncClient

extension DatasyncNode {
    /// Opens the connection of the application, and opens it again whenever it is lost.
    public func connect() { service.isConnectionEnabled = true }

    /// Closes the connection of the application, and keeps it closed.
    public func disconnect() { service.isConnectionEnabled = false }
}
