import DatasyncAsync
public import DatasyncClient
import DatasyncLegacy
import DatasyncTree
public import MigrationSupport

extension ChildList where Child == any DatasyncSnapshot {
    /// Creates an empty list for the events of a node or a query.
    ///
    /// - Parameter query: The node or query, which sets the order of the list.
    public convenience init(of query: some NodeOrQuery) {
        self.init((try? query.query.legacy.window().order) ?? .key)
    }

    /// Applies a child event; other snapshots have no effect.
    ///
    /// - Parameter snapshot: The snapshot that a closure received.
    public func apply(_ snapshot: any DatasyncSnapshot) {
        apply(snapshot, snapshot.located.value, isRemoval: snapshot.receivedEvent == .childRemoval)
    }
}
