public import DatasyncClient
import DatasyncTree

extension ChildList where Child == Webcom.DataSnapshot {
    /// Creates an empty list for the events of a subscription.
    ///
    /// - Parameter constraint: The constraint of the subscription, whose order the list has.
    public convenience init(_ constraint: Webcom.Constraint = .None) {
        self.init((try? constraint.window().order) ?? .key)
    }

    /// Applies an event of a child; other events change nothing.
    ///
    /// - Parameter snapshot: The snapshot that the callback received.
    public func apply(_ snapshot: Webcom.DataSnapshot) {
        apply(snapshot, snapshot.value, isRemoval: snapshot.event.isChildRemoval)
    }
}
