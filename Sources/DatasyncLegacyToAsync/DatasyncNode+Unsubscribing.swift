public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
import MigrationSupport

extension DatasyncNode {
    /// Ends all subscriptions of exactly this node that show all its children, whatever dialect or object made them.
    ///
    /// Sequences of events, and subscriptions that no manager stores, are not among them.
    public func unsubscribeAll() { location.unsubscribeAll() }

    /// Ends all subscriptions of exactly this node with a constraint, whatever dialect or object made them.
    ///
    /// - Parameter constraint: Which children they show; with one that makes no sense nothing happens.
    public func unsubscribeAll(_ constraint: DatasyncChildrenConstraint) {
        guard let window = try? constraint.window() else { return }
        location.unsubscribeAll(.valueFamily.union(.childFamily), window)
    }

    /// Ends the subscriptions of exactly this node and constraint that listen to any of some events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: Any of these.
    ///   - childrenConstraint: Which children they show; with one that makes no sense nothing happens.
    ///   - only: The only one that ends, if it is among these; without it all of these end, whatever dialect or object
    ///     made them.
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
