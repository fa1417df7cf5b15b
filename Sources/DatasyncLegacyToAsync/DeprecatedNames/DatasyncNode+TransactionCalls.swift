public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension DatasyncNode {
    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: Called with the present value, again whenever it turns out to have changed, at most 25 times.
    ///     Answers the new value; `NSNull()` removes, `nil` aborts.
    ///   - completion: Called on the main queue when the transaction has ended.
    @available(
        *, deprecated,
        message: "use promise.runTransaction(onJSON: update).ended(completion); see Migration/LegacyToAsync.md"
    )
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, _ completion: MainTransactionCompletion?
    ) {
        transaction(update, queue: location.client.mainQueue(), completion.map(onMain))
    }

    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: As above.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - applyLocally: Whether subscribers of this client see the result before the answer.
    ///   - completion: Called when the transaction has ended.
    @available(
        *, deprecated,
        message: "use promise.runTransaction(onJSON: update).ended(completion); see Migration/LegacyToAsync.md"
    )
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, queue: DispatchQueue?, applyLocally: Bool = true,
        _ completion: TransactionCompletion?
    ) {
        let told = completion.map { completion -> Webcom.TransactionCompletion in
            { [weak application] error, committed, snapshot in
                completion(error, committed, snapshot.map { DatasyncValue($0, of: application) })
            }
        }
        legacy.transaction(update, queue: queue, applyLocally: applyLocally, told)
    }
}
