public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncTree
import MigrationSupport

extension Webcom.ServerlessDbNode {
    /// Cancels all subscriptions of exactly this node with a constraint, whichever dialect or object made them.
    ///
    /// - Parameter constraint: The constraint of the subscriptions; no effect if it is invalid.
    public func unsubscribeAll(_ constraint: Webcom.Constraint) {
        guard let window = try? constraint.window() else { return }
        location.unsubscribeAll(.allKinds, window)
    }

    /// Cancels the subscriptions of exactly this node and constraint that include any of these events.
    ///
    /// A subscription is cancelled as a whole, even if it includes other events.
    ///
    /// - Parameters:
    ///   - events: The events; a subscription matches if it includes any of them.
    ///   - acknowledgements: Whether subscriptions to acknowledgements of the same family match too.
    ///   - constraint: The constraint of the subscriptions; no effect if it is invalid.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match, whichever dialect or
    ///     object made them.
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
