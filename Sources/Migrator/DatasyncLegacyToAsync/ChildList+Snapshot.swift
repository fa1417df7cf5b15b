public import DatasyncClient

extension ChildList where Child == any DatasyncSnapshot {
    /// Applies a child event; other snapshots have no effect.
    ///
    /// - Parameter snapshot: The snapshot that a closure received.
    public func apply(_ snapshot: any DatasyncSnapshot) {
        apply(snapshot, snapshot.located.value, isRemoval: snapshot.receivedEvent == .childRemoval)
    }
}
