public import DatasyncClient
import DatasyncLegacy
import DatasyncTree

extension ChildList {
    /// Creates an empty list for the events of a node or a query.
    ///
    /// - Parameter query: The node or query, which sets the order of the list.
    public convenience init<Source: NodeOrQuery>(of query: Source) where Child == Source.QueriedNode.AnySnapshot {
        self.init((try? query.query.legacy.window().order) ?? .key)
    }
}
