public import DatasyncClient

extension ChildList where Child == DatasyncValue {
    /// Creates an empty list for the events of a subscription.
    ///
    /// - Parameter childrenConstraint: The constraint of the subscription, whose order the list has.
    public convenience init(childrenConstraint: DatasyncChildrenConstraint = .all) {
        self.init(childrenConstraint.order)
    }

    /// Applies an event of a child; other events change nothing.
    ///
    /// - Parameter event: The event of the subscription.
    public func apply(_ event: DatasyncEvent) {
        apply(event.value, event.value.value, isRemoval: event.eventType == .childRemoval)
    }
}
