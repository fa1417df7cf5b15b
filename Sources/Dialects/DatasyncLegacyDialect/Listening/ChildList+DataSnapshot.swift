public import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension ChildList where Child == DataSnapshot {
    /// Creates an empty list for the events of a query.
    ///
    /// - Parameter query: The query, whose order the list has.
    public convenience init(of query: some Listenable) {
        self.init((try? query.query.window().order) ?? .key)
    }

    /// Applies an event of a child; other events change nothing.
    ///
    /// - Parameter snapshot: The snapshot that `on` delivered.
    public func apply(_ snapshot: DataSnapshot) {
        apply(snapshot, snapshot.value, isRemoval: snapshot.kind == .childRemoval)
    }
}
