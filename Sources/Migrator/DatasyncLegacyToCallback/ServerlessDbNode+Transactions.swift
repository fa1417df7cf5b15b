public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
public import MigrationSupport

extension Webcom.ServerlessDbNode {
    /// Changes the value depending on the current one, without overwriting concurrent writes of other clients.
    ///
    /// - Parameters:
    ///   - update: Called with the current value as Foundation's JSON for each attempt, at most 25 times. Returns the
    ///     new value; `NSNull()` removes, `nil` aborts.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    /// - Returns: A promise of whether the transaction committed, and the final value; rejected with the reason if the
    ///   transaction fails.
    @discardableResult
    public func transaction(
        onJSON update: @escaping @Sendable (_ current: Any?) -> Any?, applyLocally: Bool = true
    ) -> Promise<Webcom.TransactionResult> {
        location.promise {
            location.runTransaction(isVisible: applyLocally, onJSON: update, completion: $0)
        } as: { outcome, place in
            let snapshot = Webcom.DataSnapshot(LocatedValue(outcome, at: place))
            return Webcom.TransactionResult(committed: outcome.isCommitted, snapshot: snapshot)
        }
    }

    /// Changes data depending on its current value, for functions that pass the data around.
    ///
    /// - Parameters:
    ///   - update: Called with the data for each attempt, at most 25 times; returns whether to write it.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    /// - Returns: A promise of whether the transaction committed, and the final value; rejected with the reason if the
    ///   transaction fails.
    @discardableResult
    public func transaction(
        onData update: @escaping @Sendable (TransactionData) -> TransactionDecision, applyLocally: Bool = true
    ) -> Promise<Webcom.TransactionResult> {
        location.promise {
            location.runTransaction(isVisible: applyLocally, onData: update, completion: $0)
        } as: { outcome, place in
            let snapshot = Webcom.DataSnapshot(LocatedValue(outcome, at: place))
            return Webcom.TransactionResult(committed: outcome.isCommitted, snapshot: snapshot)
        }
    }
}
