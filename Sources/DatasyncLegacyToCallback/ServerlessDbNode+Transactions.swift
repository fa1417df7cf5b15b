public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
public import DatasyncPromise

extension Webcom.ServerlessDbNode {
    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: Called with the present value as Foundation's JSON, again whenever it turns out to have changed, at
    ///     most 25 times. Answers the new value; `NSNull()` removes, `nil` aborts.
    ///   - applyLocally: Whether subscribers of this client see the result before the answer.
    /// - Returns: Whether it wrote, and the value then; rejected with the reason when it failed.
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
}
