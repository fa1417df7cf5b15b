public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import MigrationSupport

extension DatasyncNode {
    /// Cancels all subscriptions of exactly this node with a constraint, whichever dialect or object made them.
    ///
    /// - Parameter constraint: The constraint of the subscriptions; no effect if it is invalid.
    public func unsubscribeAll(_ constraint: DatasyncChildrenConstraint) {
        guard let window = try? constraint.window() else { return }
        location.unsubscribeAll(.allKinds, window)
    }

    /// Cancels the subscriptions of exactly this node and constraint that include any of these events.
    ///
    /// A subscription is cancelled as a whole, even if it includes other events.
    ///
    /// - Parameters:
    ///   - events: The events; a subscription matches if it includes any of them.
    ///   - childrenConstraint: The constraint of the subscriptions; no effect if it is invalid.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match, whichever dialect or
    ///     object made them.
    public func unsubscribeAll(
        _ events: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        only: DatasyncSubscription? = nil
    ) {
        guard let window = try? childrenConstraint.window() else { return }
        unsubscribeAll(events, window, only: only)
    }

    func unsubscribeAll(_ events: DatasyncEventType, _ window: Window, only: DatasyncSubscription?) {
        let handle = only?.handle
        location.unsubscribeAll(events.interest, window) { only == nil || $0 === handle }
    }
}
