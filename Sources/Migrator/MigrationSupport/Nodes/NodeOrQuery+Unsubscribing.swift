import DatasyncClient
import DatasyncEngine
import DatasyncLegacy
import DatasyncTree

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

    /// Cancels a subscription if it belongs to exactly this query, or to exactly this node with any constraint.
    ///
    /// - Parameter only: The subscription; `nil` has no effect.
    public func unsubscribeAll(only: QueriedNode.NamedSubscription?) {
        guard let handle = only.flatMap(query.node.migrationSupport.handle) else { return }
        unsubscribeAllWindows { $0 === handle }
    }

    /// Cancels all subscriptions of exactly this query, or of exactly this node with any constraint.
    ///
    /// It cancels them whichever dialect or object made them. A query without a constraint counts as its node.
    public func unsubscribeAllWindows() { unsubscribeAllWindows { _ in true } }

    private func unsubscribeAllWindows(where isMeant: @Sendable (SubscriptionHandle) -> Bool) {
        guard let window = try? query.legacy.window() else { return }
        let location = query.node.migrationSupport.location
        if window.isDefault {
            location.unsubscribeAllWindows(where: isMeant)
        } else {
            location.unsubscribeAll(.allKinds, window, where: isMeant)
        }
    }
}
