import DatasyncClient
import DatasyncEngine
import DatasyncLegacy

extension NodeOrQuery {
    /// Keeps the data of the node or query up to date without delivering it, or stops doing so.
    ///
    /// - Parameter isSynced: Whether to keep the data up to date; a second call has no effect.
    public func keepSynced(_ isSynced: Bool) {
        guard let window = try? query.legacy.window() else { return }
        query.node.migrationSupport.location.keepSynced(isSynced, window)
    }

    /// Cancels all subscriptions of exactly this node without a constraint, or of exactly this query.
    ///
    /// It cancels them whichever dialect or object made them. Sequences of events, and subscriptions that no manager
    /// retains, continue.
    public func unsubscribeAll() {
        guard let window = try? query.legacy.window() else { return }
        query.node.migrationSupport.location.unsubscribeAll(.allKinds, window)
    }
}

extension NodeQuery {
    /// Cancels a subscription if it belongs to exactly this query.
    ///
    /// - Parameter only: The subscription; `nil` has no effect.
    public func unsubscribeAll(only: QueriedNode.NamedSubscription?) {
        guard let only, let window = try? legacy.window() else { return }
        let support = node.migrationSupport
        let handle = support.handle(only)
        support.location.unsubscribeAll(.allKinds, window) { $0 === handle }
    }
}

extension MigratedNode {
    /// Cancels a subscription if it belongs to exactly this node, with any constraint.
    ///
    /// - Parameter only: The subscription; `nil` has no effect.
    public func unsubscribeAll(only: NamedSubscription?) {
        guard let only else { return }
        let support = migrationSupport
        let handle = support.handle(only)
        support.location.unsubscribeAllWindows { $0 === handle }
    }

    /// Cancels all subscriptions of exactly this node, with any constraint, whichever dialect or object made them.
    public func unsubscribeAllWindows() { migrationSupport.location.unsubscribeAllWindows() }
}
