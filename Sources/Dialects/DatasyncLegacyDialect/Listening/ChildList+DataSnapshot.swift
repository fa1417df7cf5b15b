public import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension ChildList where Child == DataSnapshot {
    /// Creates an empty list for the events of a query.
    ///
    /// - Parameter query: The query, which sets the order of the list.
    public convenience init(of query: some Listenable) {
        self.init((try? query.query.window().order) ?? .key)
    }

    /// Applies a child event; other events have no effect.
    ///
    /// - Parameter snapshot: The snapshot that `on` delivered.
    public func apply(_ snapshot: DataSnapshot) {
        apply(snapshot, snapshot.value, isRemoval: snapshot.kind == .childRemoval)
    }
}
