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
        let location = node.location
        let window: Window
        do throws(WebcomError) {
            window = try legacy.window()
        } catch {
            return location.rejected(error)
        }
        return location.promise {
            location.read(window, completion: $0)
        } as: { outcome, place in
            Webcom.DataSnapshot(LocatedValue(outcome, at: place, order: window.order))
        }
    }
}
