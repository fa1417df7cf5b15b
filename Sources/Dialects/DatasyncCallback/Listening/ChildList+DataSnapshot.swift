public import DatasyncClient
import DatasyncTree

extension ChildList where Child == Webcom.DataSnapshot {
    /// Creates an empty list for the events of a subscription.
    ///
    /// - Parameter constraint: The subscription's constraint, which sets the order of the list.
    public convenience init(_ constraint: Webcom.Constraint = .None) {
        self.init((try? constraint.window().order) ?? .key)
    }

    /// Applies a child event; other events have no effect.
    ///
    /// - Parameter snapshot: The snapshot that the callback received.
    public func apply(_ snapshot: Webcom.DataSnapshot) {
        apply(snapshot, snapshot.value, isRemoval: snapshot.event.isChildRemoval)
    }
}
