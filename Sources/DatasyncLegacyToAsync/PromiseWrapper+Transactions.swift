public import DatasyncAsync
import DatasyncClient
import DatasyncEngine
public import DatasyncPromise

extension DatasyncNode.PromiseWrapper {
    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: Called with the present value as Foundation's JSON, again whenever it turns out to have changed, at
    ///     most 25 times. Answers the new value; `NSNull()` removes, `nil` aborts.
    ///   - applyLocally: Whether subscribers of this client see the result before the answer.
    /// - Returns: How it ended, and the value then; rejected with the reason when it failed.
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
}
