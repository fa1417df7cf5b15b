public import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
public import DatasyncPromise
import DatasyncTree
import MigrationSupport

extension Query {
    /// Reads the children of the query once, without a subscription.
    ///
    /// - Returns: A promise of the value with these children; rejected with `invalidConstraint` if the query is invalid.
    public func read() -> Promise<Webcom.DataSnapshot> {
        node.read { () throws(WebcomError) in try legacy.window() }
    }
}
