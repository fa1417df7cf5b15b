public import DatasyncClient
import DatasyncConcurrency
public import DatasyncLegacy
public import Dispatch

/// Events whose names are known only at run time; replace them with an event descriptor or an event type.
extension NodeOrQuery {
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
        named events: some EventNames,
        _ callback: @escaping @MainActor (_ event: QueriedNode.NamedEvent, _ previousChildKey: String?) -> Void,
        revoked: (@MainActor (_ error: WebcomError) -> Void)? = nil
    ) -> QueriedNode.NamedSubscription {
        let queue = query.node.migrationSupport.location.client.mainQueue()
        return subscription(named: events, queue: queue, onMain(callback), revoked: revoked.map(onMain))
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
        named events: some EventNames, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ event: QueriedNode.NamedEvent, _ previousChildKey: String?) -> Void,
        revoked: (@Sendable (_ error: WebcomError) -> Void)? = nil
    ) -> QueriedNode.NamedSubscription {
        subscribe(events, queue, isOnce: false, callback, revoked)
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
        named events: some EventNames,
        _ callback: @escaping @MainActor (_ event: QueriedNode.NamedEvent, _ previousChildKey: String?) -> Void,
        revoked: (@MainActor (_ error: WebcomError) -> Void)? = nil
    ) -> QueriedNode.NamedSubscription {
        let queue = query.node.migrationSupport.location.client.mainQueue()
        return firstEvent(named: events, queue: queue, onMain(callback), revoked: revoked.map(onMain))
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
        named events: some EventNames, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ event: QueriedNode.NamedEvent, _ previousChildKey: String?) -> Void,
        revoked: (@Sendable (_ error: WebcomError) -> Void)? = nil
    ) -> QueriedNode.NamedSubscription {
        subscribe(events, queue, isOnce: true, callback, revoked)
    }

    /// Cancels the subscriptions that include any of these events, whose names are known only at run time.
    ///
    /// - Parameters:
    ///   - events: One or several names; a subscription to several events is cancelled as a whole. An unknown name
    ///     cancels nothing, and the application's diagnostics receive an error.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match.
    public func unsubscribeAll(named events: some EventNames, _ only: QueriedNode.NamedSubscription? = nil) {
        let support = query.node.migrationSupport
        do throws(WebcomError) {
            let interest = try events.interest(forEnding: true)
            guard let window = try? query.legacy.window() else { return }
            let handle = only.flatMap(support.handle)
            support.location.unsubscribeAll(interest, window) { only == nil || $0 === handle }
        } catch {
            support.location.client.diagnose(error)
        }
    }

    private func subscribe(
        _ events: some EventNames, _ queue: DispatchQueue?, isOnce: Bool,
        _ callback: @escaping @Sendable (QueriedNode.NamedEvent, String?) -> Void,
        _ revoked: (@Sendable (WebcomError) -> Void)?
    ) -> QueriedNode.NamedSubscription {
        let query = query
        return query.node.migrationSupport.subscribe(
            NamedSubscriber(
                query: query, events: events, queue: queue, isOnce: isOnce, callback: callback, revoked: revoked))
    }
}
