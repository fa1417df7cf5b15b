public import DatasyncClient
public import Dispatch
public import Foundation

extension Webcom {
    /// The current connection status, with the reason for the last failure and the time of the next attempt.
    ///
    /// The nodes `.info/connected` and `.info/serverTimeOffset` at the root deliver the same information as events.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.connectionState, or state of the service")
    #endif
    public var connectionState: DatasyncState { location.client.connectionState }

    /// Observes the connection status on the main queue, starting with the current one.
    ///
    /// - Parameter observer: Called with each status.
    /// - Returns: The observation; retain it as long as you need it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.observeConnectionState, or states of the service")
    #endif
    public func observeConnectionState(
        _ observer: @escaping @MainActor (DatasyncState) -> Void
    ) -> ConnectionObservation {
        location.client.observeConnectionState(observer)
    }

    /// Observes the status like ``observeConnectionState(_:)``, with the observer on `queue`; `nil` is the application's
    /// default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.observeConnectionState, or states of the service")
    #endif
    public func observeConnectionState(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
    ) -> ConnectionObservation {
        location.client.observeConnectionState(queue, observer)
    }

    /// The time of the back end, estimated from the device's clock.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverTime of serverlessDb or of the service")
    #endif
    public var serverTime: Date { location.client.serverTime }

    /// Shows at this node whether the client is connected.
    ///
    /// - Parameters:
    ///   - online: The value in Foundation JSON while the client is connected.
    ///   - offline: The value that the back end writes when the connection ends; `nil` removes the node.
    /// - Returns: The presence; retain it as long as the client is present. A refused write goes to the diagnostics.
    #if LegacyWarnings
        @available(*, deprecated, message: "use presence(online:offline:) of the node")
    #endif
    public func presence(online: Any, offline: Any? = nil) -> Presence {
        Presence(location, online: .foundation(online), offline: .foundation(offline))
    }
}
