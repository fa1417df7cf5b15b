public import DatasyncClient
public import DatasyncPromise
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
    public func presence(online: Any, offline: Any? = nil) -> DatasyncPresence {
        DatasyncPresence(location, online: .foundation(online), offline: .foundation(offline))
    }
}

/// Subscriptions that outlive the client.
extension Webcom {
    /// Subscribes a webhook to events of this node: the back end sends them, also while no client runs.
    ///
    /// - Parameters:
    ///   - events: The names, as for `on`.
    ///   - webhook: The receiver.
    /// - Returns: A promise of the subscription; rejected with `permissionDenied` if the rules do not allow it, or with
    ///   `unavailable` if the back end has no webhooks.
    #if LegacyWarnings
        @available(*, deprecated, message: "use subscribe(Webcom.Event.…, webhook), or subscribe(to:_:)")
    #endif
    @discardableResult
    public func on(_ events: some EventNames, _ webhook: Webhook) -> Promise<LongTermSubscription> {
        do throws(WebcomError) {
            return location.subscribe(try events.interest(), webhook)
        } catch {
            return location.rejected(error)
        }
    }

    /// Lists the user's subscriptions that outlive the client, the oldest first.
    ///
    /// - Returns: A promise of the subscriptions, of all clients of the user.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.getLongTermSubscriptions(), or longTermSubscriptions()")
    #endif
    public func longTermSubscriptions() -> Promise<[LongTermSubscription]> { location.longTermSubscriptions() }
}
