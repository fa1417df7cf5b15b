public import DatasyncAsync
import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
import MigrationSupport

extension Query {
    /// Keeps the data of the query up to date without delivering it, or ends this.
    ///
    /// - Parameter isSynced: Whether the data is kept up to date; a second call has no effect.
    public func keepSynced(_ isSynced: Bool) {
        guard let window = try? legacy.window() else { return }
        node.location.keepSynced(isSynced, window)
    }

    /// Cancels one subscription, if it is one of exactly this query.
    ///
    /// - Parameter only: The subscription.
    public func unsubscribeAll(only: DatasyncSubscription) {
        guard let window = try? legacy.window() else { return }
        let handle = only.handle
        node.location.unsubscribeAll(.allKinds, window) { $0 === handle }
    }
}

extension DatasyncNode {
    /// Keeps the data of the node up to date without delivering it, or ends this.
    ///
    /// - Parameter isSynced: Whether the data is kept up to date; a second call has no effect.
    public func keepSynced(_ isSynced: Bool) { location.keepSynced(isSynced) }

    /// Cancels one subscription, if it is one of exactly this node with any constraint.
    ///
    /// - Parameter only: The subscription.
    public func unsubscribeAll(only: DatasyncSubscription) {
        let handle = only.handle
        location.unsubscribeAllWindows { $0 === handle }
    }

    /// Cancels all subscriptions of exactly this node, with any constraint, made in any dialect by any object.
    public func unsubscribeAllWindows() { location.unsubscribeAllWindows() }

    /// Returns a node below `.info`, which has data of this client only.
    ///
    /// - Parameter name: The name: `connected` or `serverTimeOffset`.
    /// - Returns: The node.
    public func info(_ name: String) -> DatasyncNode { node(location.root.relativeOrInfo(".info/\(name)")) }
}
