public import DatasyncCallback
import DatasyncClient
public import DatasyncPromise

extension Promise where Value == Webcom.DataSnapshot {
    /// Rejects the promise with `unavailable`, instead of giving null, where a read has no known value.
    ///
    /// - Returns: A promise of the value; rejected if there is no connection and the cache does not hold the value.
    public func known() -> Promise<Webcom.DataSnapshot> {
        map(on: nil) { snapshot in
            guard snapshot.isKnown else { throw WebcomError(unknownValueAt: snapshot.node.path) }
            return snapshot
        }
    }
}
