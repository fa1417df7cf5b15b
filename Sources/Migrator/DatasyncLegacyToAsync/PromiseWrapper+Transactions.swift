public import DatasyncAsync
import DatasyncClient
import DatasyncEngine
public import DatasyncPromise
public import MigrationSupport

extension DatasyncNode.PromiseWrapper {
    /// Changes the value depending on the current one, without overwriting concurrent writes of other clients.
    ///
    /// - Parameters:
    ///   - update: Called with the current value as Foundation's JSON for each attempt, at most 25 times. Returns the
    ///     new value; `NSNull()` removes, `nil` aborts.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    /// - Returns: A promise of the outcome and the final value; rejected with the reason if the transaction fails.
    @discardableResult
    public func runTransaction(
        onJSON update: @escaping @Sendable (_ current: Any?) -> Any?, applyLocally: Bool = true
    ) -> Promise<DatasyncTransaction.Result> {
        perform {
            $0.runTransaction(isVisible: applyLocally, onJSON: update, completion: $1)
        } as: { outcome, node in
            let value = DatasyncValue(LocatedValue(outcome, at: node.location), application: node.application)
            return DatasyncTransaction.Result(status: outcome.isCommitted ? .committed : .aborted, value: value)
        }
    }

    /// Changes data depending on its current value, for functions that pass the data around.
    ///
    /// - Parameters:
    ///   - update: Called with the data for each attempt, at most 25 times; returns whether to write it.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    /// - Returns: A promise of the outcome and the final value; rejected with the reason if the transaction fails.
    @discardableResult
    public func runTransaction(
        onData update: @escaping @Sendable (TransactionData) -> TransactionDecision, applyLocally: Bool = true
    ) -> Promise<DatasyncTransaction.Result> {
        perform {
            $0.runTransaction(isVisible: applyLocally, onData: update, completion: $1)
        } as: { outcome, node in
            let value = DatasyncValue(LocatedValue(outcome, at: node.location), application: node.application)
            return DatasyncTransaction.Result(status: outcome.isCommitted ? .committed : .aborted, value: value)
        }
    }
}
