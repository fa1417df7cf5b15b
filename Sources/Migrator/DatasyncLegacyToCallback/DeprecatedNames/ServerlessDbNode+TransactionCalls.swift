public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
import DatasyncLegacy
public import Dispatch

extension Webcom.ServerlessDbNode {
    /// Changes the value depending on the current one, without overwriting concurrent writes of other clients.
    ///
    /// - Parameters:
    ///   - update: Called with the current value for each attempt, at most 25 times. Returns the new value; `NSNull()`
    ///     removes, `nil` aborts.
    ///   - completion: Called once on the main queue when the transaction settles.
    @available(
        *, deprecated, message: "use transaction(onJSON: update).ended(completion); see Migration/LegacyToCallback.md"
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
