public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
public import DatasyncLegacy
public import Dispatch

/// Events whose names are known only at run time; replace them with an event descriptor.
extension Webcom.ServerlessDbNode {
    /// Subscribes to events by name; closures run on the main queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - callback: Called for each event, first for the current state.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription.
    @discardableResult
    public func subscription(
        named events: some DatasyncLegacy.EventNames,
        _ callback: @escaping @MainActor (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@MainActor (_ error: WebcomError) -> Void)? = nil
    ) -> Webcom.Subscription {
        subscription(named: events, queue: location.client.mainQueue(), onMain(callback), revoked: revoked.map(onMain))
    }

    /// Subscribes to events by name; closures run on a queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - queue: The queue of the closures; the application's default queue when `nil`.
    ///   - callback: Called for each event, first for the current state.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription.
    @discardableResult
    public func subscription(
        named events: some DatasyncLegacy.EventNames, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@Sendable (_ error: WebcomError) -> Void)? = nil
    ) -> Webcom.Subscription {
        allChildren.listen(events, queue: queue, isOnce: false, callback, revoked: revoked)
    }

    /// Subscribes to the first event with any of these names; closures run on the main queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - callback: Called for each event, first for the current state.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription.
    @discardableResult
    public func firstEvent(
        named events: some DatasyncLegacy.EventNames,
        _ callback: @escaping @MainActor (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@MainActor (_ error: WebcomError) -> Void)? = nil
    ) -> Webcom.Subscription {
        firstEvent(named: events, queue: location.client.mainQueue(), onMain(callback), revoked: revoked.map(onMain))
    }

    /// Subscribes to the first event with any of these names; closures run on a queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - queue: The queue of the closures; the application's default queue when `nil`.
    ///   - callback: Called for each event, first for the current state.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription.
    @discardableResult
    public func firstEvent(
        named events: some DatasyncLegacy.EventNames, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ snapshot: Webcom.DataSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@Sendable (_ error: WebcomError) -> Void)? = nil
    ) -> Webcom.Subscription {
        allChildren.listen(events, queue: queue, isOnce: true, callback, revoked: revoked)
    }

    /// Cancels the subscriptions that include any of these events, whose names are known only at run time.
    ///
    /// - Parameters:
    ///   - events: One or several names; a subscription to several events is cancelled as a whole. An unknown name
    ///     cancels nothing, and the application's diagnostics receive an error.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match.
    public func unsubscribeAll(named events: some DatasyncLegacy.EventNames, _ only: Webcom.Subscription? = nil) {
        allChildren.unsubscribeAll(named: events, only)
    }
}
