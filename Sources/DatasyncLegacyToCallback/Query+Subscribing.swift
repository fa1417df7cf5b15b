public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
import MigrationSupport

extension Query {
    /// Subscribes a callback to events of the children that the query shows, and gives the subscription at once.
    ///
    /// - Parameters:
    ///   - events: What to be called for.
    ///   - callback: What is called, on its own queue.
    /// - Returns: The subscription; of a query that makes no sense as for a node.
    @discardableResult
    public func subscription(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback
    ) -> Webcom.Subscription {
        node.subscription(events, callback) { () throws(WebcomError) in try legacy.window() }
    }

    /// Ends all subscriptions of exactly this query, whatever dialect or object made them.
    public func unsubscribeAll() {
        guard let window = try? legacy.window() else { return }
        node.location.unsubscribeAll(.valueFamily.union(.childFamily), window)
    }

    /// Ends the subscriptions of exactly this query that listen to any of some events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: Any of these.
    ///   - acknowledgements: Whether subscriptions to acknowledgements of the same kind of events end too.
    ///   - only: The only one that ends, if it is among these; without it all of these end.
    public func unsubscribeAll(
        _ events: some WebcomEventDescriptor, acknowledgements: Bool = false, only: Webcom.Subscription? = nil
    ) {
        guard let window = try? legacy.window() else { return }
        node.unsubscribeAll(events, acknowledgements: acknowledgements, window, only: only)
    }
}
