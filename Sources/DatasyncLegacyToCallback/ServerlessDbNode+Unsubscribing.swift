public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncTree
import MigrationSupport

extension Webcom.ServerlessDbNode {
    /// Ends all subscriptions of exactly this node that show all its children, whatever dialect or object made them.
    public func unsubscribeAll() { location.unsubscribeAll() }

    /// Ends all subscriptions of exactly this node with a constraint, whatever dialect or object made them.
    ///
    /// - Parameter constraint: Which children they show; with one that makes no sense nothing happens.
    public func unsubscribeAll(_ constraint: Webcom.Constraint) {
        guard let window = try? constraint.window() else { return }
        location.unsubscribeAll(.valueFamily.union(.childFamily), window)
    }

    /// Ends the subscriptions of exactly this node and constraint that listen to any of some events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: Any of these.
    ///   - acknowledgements: Whether subscriptions to acknowledgements of the same kind of events end too.
    ///   - constraint: Which children they show; with one that makes no sense nothing happens.
    ///   - only: The only one that ends, if it is among these; without it all of these end, whatever dialect or object
    ///     made them.
    public func unsubscribeAll(
        _ events: some WebcomEventDescriptor, acknowledgements: Bool = false,
        _ constraint: Webcom.Constraint = .None, only: Webcom.Subscription? = nil
    ) {
        guard let window = try? constraint.window() else { return }
        unsubscribeAll(events, acknowledgements: acknowledgements, window, only: only)
    }

    func unsubscribeAll(
        _ events: some WebcomEventDescriptor, acknowledgements: Bool, _ window: Window, only: Webcom.Subscription?
    ) {
        var interest = events.selection.interest
        if acknowledgements {
            interest.insert(interest.contains(.valueChange) ? .valueAcknowledgement : .childAcknowledgement)
        }
        location.unsubscribeAll(interest, window) { only == nil || $0 === only?.handle }
    }
}
