public import DatasyncClient

extension ChildList where Child == DatasyncValue {
    /// Creates an empty list for the events of a subscription.
    ///
    /// - Parameter childrenConstraint: The subscription's constraint, which sets the order of the list.
    public convenience init(childrenConstraint: DatasyncChildrenConstraint = .all) {
        self.init(childrenConstraint.order)
    }

    /// Applies a child event; other events have no effect.
    ///
    /// - Parameter event: The event of the subscription.
    public func apply(_ event: DatasyncEvent) {
        apply(event.value, event.value.value, isRemoval: event.eventType == .childRemoval)
    }
}
