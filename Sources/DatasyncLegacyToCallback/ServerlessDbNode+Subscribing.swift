public import DatasyncCallback
import DatasyncClient
import DatasyncTree

extension Webcom.ServerlessDbNode {
    /// Subscribes a callback to events of this node, and gives the subscription at once.
    ///
    /// Where path or constraint is ill-formed nothing is subscribed: the closure that the callback has for its ending
    /// is called with the error, on its own queue; without one the error goes to the application's diagnostics.
    ///
    /// - Parameters:
    ///   - events: What to be called for.
    ///   - callback: What is called, on its own queue.
    ///   - constraint: Which children to show.
    /// - Returns: The subscription; it lives until it is cancelled or revoked, held or not.
    @discardableResult
    public func subscription(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback, _ constraint: Webcom.Constraint = .None
    ) -> Webcom.Subscription {
        subscription(events, callback) { () throws(WebcomError) in try constraint.window() }
    }

    /// Subscribes a callback; what the window throws is told as ``subscription(_:_:_:)`` says.
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
