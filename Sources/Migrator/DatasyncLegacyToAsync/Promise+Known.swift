public import DatasyncAsync
import DatasyncClient
public import DatasyncPromise
import DatasyncTree
import MigrationSupport

extension Promise where Value == DatasyncValue {
    /// Fails with `unavailable` where a read has no known value, in place of null.
    ///
    /// - Returns: A promise of the value; rejected without a connection if the cache does not hold the value.
    public func known() -> Promise<DatasyncValue> {
        map(on: nil) { value in
            guard value.isKnown else { throw WebcomError(unknownValueAt: value.value.location.path.description) }
            return value
        }
    }
}
