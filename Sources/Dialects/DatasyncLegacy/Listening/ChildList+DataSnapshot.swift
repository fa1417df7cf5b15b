public import DatasyncClient
import DatasyncEngine
import DatasyncTree

#if LegacyWarnings
    @available(*, deprecated, message: "use ChildList(constraint), or ChildList(childrenConstraint:)")
#endif
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
    #if LegacyWarnings
        @available(*, deprecated, message: "use apply of a list with Webcom.DataSnapshot or DatasyncEvent")
    #endif
    public func apply(_ snapshot: DataSnapshot) {
        apply(snapshot, snapshot.value, isRemoval: snapshot.kind == .childRemoval)
    }
}
