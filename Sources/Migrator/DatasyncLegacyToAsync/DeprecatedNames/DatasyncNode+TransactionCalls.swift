public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension DatasyncNode {
    /// Changes the value depending on the current one, without overwriting concurrent writes of other clients.
    ///
    /// - Parameters:
    ///   - update: Called with the current value for each attempt, at most 25 times. Returns the new value; `NSNull()`
    ///     removes, `nil` aborts.
    ///   - completion: Called once on the main queue when the transaction settles.
    @available(
        *, deprecated,
        message: "use promise.runTransaction(onJSON: update).ended(completion); see Migration/LegacyToAsync.md"
    )
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, _ completion: MainTransactionCompletion?
    ) {
        transaction(update, queue: location.client.mainQueue(), completion.map(onMain))
    }

    /// Changes the value depending on the current one, without overwriting concurrent writes of other clients.
    ///
    /// - Parameters:
    ///   - update: Called with the current value for each attempt, at most 25 times. Returns the new value; `NSNull()`
    ///     removes, `nil` aborts.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    ///   - completion: Called once when the transaction settles.
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
