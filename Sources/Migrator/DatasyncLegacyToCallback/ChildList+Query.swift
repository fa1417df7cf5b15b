public import DatasyncCallback
public import DatasyncClient
import DatasyncLegacy
import DatasyncTree
public import MigrationSupport

extension ChildList where Child == Webcom.DataSnapshot {
    /// Creates an empty list for the events of a node or a query.
    ///
    /// - Parameter query: The node or query, which sets the order of the list.
    public convenience init(of query: some NodeOrQuery) {
        self.init((try? query.query.legacy.window().order) ?? .key)
    }
}
