public import DatasyncAsync
import DatasyncClient
import DatasyncLegacy
public import DatasyncPromise
import DatasyncTree
import MigrationSupport

extension Query {
    /// Reads the children of the query once, without a subscription.
    ///
    /// - Returns: A promise of the value with these children; rejected with `invalidConstraint` if the query is invalid.
    public func read() -> Promise<DatasyncValue> {
        let window: Window
        do throws(WebcomError) {
            window = try legacy.window()
        } catch {
            return node.location.rejected(error, on: node.callbackQueue)
        }
        return node.promise.perform {
            $0.read(window, completion: $1)
        } as: { outcome, node in
            let value = LocatedValue(outcome, at: node.location, order: window.order)
            return DatasyncValue(value, application: node.application)
        }
    }
}
