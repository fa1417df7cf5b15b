public import DatasyncAsync
import DatasyncClient
public import DatasyncPromise
import DatasyncTree
import MigrationSupport

extension Promise where Value == DatasyncValue {
    /// Rejects the promise with `unavailable`, instead of giving null, where a read has no known value.
    ///
    /// - Returns: A promise of the value; rejected if there is no connection and the cache does not hold the value.
    public func known() -> Promise<DatasyncValue> {
        map(on: nil) { value in try value.known() }
    }
}

extension DatasyncValue {
    /// Returns the value, unless it is null because a read had no known value.
    ///
    /// - Returns: The value.
    /// - Throws: `WebcomError` `unavailable` if there was no connection and the cache did not hold the value.
    public func known() throws(WebcomError) -> DatasyncValue {
        guard isKnown else { throw WebcomError(unknownValueAt: value.location.path.description) }
        return self
    }
}
