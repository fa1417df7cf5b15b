public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
public import MigrationSupport

extension Query {
    /// Subscribes a callback to events of the query's children and returns the subscription.
    ///
    /// - Parameters:
    ///   - events: The events to deliver.
    ///   - callback: The callback, which determines the queue.
    /// - Returns: The subscription; on failure, as for a node, one that has already ended.
    @discardableResult
    public func subscription(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback
    ) -> Webcom.Subscription {
        node.subscription(events, callback) { () throws(WebcomError) in try legacy.window() }
    }

    /// Cancels the subscriptions of exactly this query that include any of these events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: The events; a subscription matches if it includes any of them.
    ///   - acknowledgements: Whether subscriptions to acknowledgements of the same family match too.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match.
    public func unsubscribeAll(
        _ events: some WebcomEventDescriptor, acknowledgements: Bool = false, only: Webcom.Subscription? = nil
    ) {
        guard let window = try? legacy.window() else { return }
        node.unsubscribeAll(events, acknowledgements: acknowledgements, window, only: only)
    }
}
