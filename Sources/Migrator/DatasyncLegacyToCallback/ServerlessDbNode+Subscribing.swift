public import DatasyncCallback
import DatasyncClient
import DatasyncTree

extension Webcom.ServerlessDbNode {
    /// Subscribes a callback to events of this node and returns the subscription.
    ///
    /// If the path or the constraint is invalid, no subscription is made. The callback's completion closure then
    /// receives the error on its queue; without such a closure, the application's diagnostics receive it.
    ///
    /// - Parameters:
    ///   - events: The events to deliver.
    ///   - callback: The callback, which determines the queue.
    ///   - constraint: The children to deliver.
    /// - Returns: The subscription. It stays active until it is cancelled or revoked, even if no variable retains it.
    @discardableResult
    public func subscription(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback, _ constraint: Webcom.Constraint = .None
    ) -> Webcom.Subscription {
        subscription(events, callback) { () throws(WebcomError) in try constraint.window() }
    }

    /// Subscribes a callback; reports an error that `window` throws as described for ``subscription(_:_:_:)``.
    func subscription(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback, window: () throws(WebcomError) -> Window
    ) -> Webcom.Subscription {
        let client = location.client
        do throws(WebcomError) {
            let query = try location.query(try window())
            let handle = listener(events.selection, callback, query)
            return Webcom.Subscription(client: client, handle: handle, node: self)
        } catch {
            callback.refuse(error, by: client)
            return Webcom.Subscription(client: client, handle: nil, node: self)
        }
    }
}
