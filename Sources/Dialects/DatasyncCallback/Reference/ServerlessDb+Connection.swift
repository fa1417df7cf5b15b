public import DatasyncClient
import DatasyncConcurrency
public import Dispatch
public import Foundation

extension Webcom.ServerlessDb {
    /// The user of the application, shared by all dialects.
    public var authentication: Authentication { Authentication(client: client) }

    /// Calls a completion once every write and transaction that is pending now has a response, even a refusal.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil`; with `cancelled` if the user changes; with `released` if the client is closed.
    public func waitForPendingWrites(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        client.waitForPendingWrites(queue, completion)
    }

    /// Calls a completion on the main queue; see ``waitForPendingWrites(queue:_:)``.
    ///
    /// - Parameter completion: Called with `nil`; with `cancelled` if the user changes; with `released` if the client is
    ///   closed.
    public func waitForPendingWrites(_ completion: @escaping @MainActor (WebcomError?) -> Void) {
        client.waitForPendingWrites(client.mainQueue(), onMain(completion))
    }

    /// The current connection status, with the reason for the last failure and the time of the next attempt.
    public var connectionState: DatasyncState { client.connectionState }

    /// Observes the connection status on the main queue, starting with the current one.
    ///
    /// - Parameter observer: Called with each status.
    /// - Returns: The observation; retain it as long as you need it.
    public func observeConnectionState(
        _ observer: @escaping @MainActor (DatasyncState) -> Void
    ) -> ConnectionObservation {
        client.observeConnectionState(observer)
    }

    /// Observes the connection status, starting with the current one.
    ///
    /// - Parameters:
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    ///   - observer: Called with each status.
    /// - Returns: The observation; retain it as long as you need it.
    public func observeConnectionState(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
    ) -> ConnectionObservation {
        client.observeConnectionState(queue, observer)
    }

    /// The time of the back end, estimated from the device's clock.
    public var serverTime: Date { client.serverTime }
}
