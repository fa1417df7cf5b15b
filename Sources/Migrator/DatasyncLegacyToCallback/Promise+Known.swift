public import DatasyncCallback
import DatasyncClient
public import DatasyncPromise

extension Promise where Value == Webcom.DataSnapshot {
    /// Fails with `unavailable` where a read has no known value, in place of null.
    ///
    /// - Returns: A promise of the value; rejected without a connection if the cache does not hold the value.
    public func known() -> Promise<Webcom.DataSnapshot> {
        map(on: nil) { snapshot in
            guard snapshot.isKnown else { throw WebcomError(unknownValueAt: snapshot.node.path) }
            return snapshot
        }
    }
}
