public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: Called with the present value, again whenever it turns out to have changed, at most 25 times.
    ///     Answers the new value; `NSNull()` removes, `nil` aborts.
    ///   - completion: Called on the main queue when the transaction has ended.
    @available(
        *, deprecated, message: "use transaction(onJSON: update).ended(completion); see Migration/LegacyToCallback.md"
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
        *, deprecated, message: "use transaction(onJSON: update).ended(completion); see Migration/LegacyToCallback.md"
    )
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, queue: DispatchQueue?, applyLocally: Bool = true,
        _ completion: TransactionCompletion?
    ) {
        let told = completion.map { completion -> Webcom.TransactionCompletion in
            { error, committed, snapshot in
                completion(error, committed, snapshot.map { Webcom.DataSnapshot($0.value) })
            }
        }
        legacy.transaction(update, queue: queue, applyLocally: applyLocally, told)
    }
}
