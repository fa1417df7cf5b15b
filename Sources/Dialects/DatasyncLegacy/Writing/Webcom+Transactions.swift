import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Webcom {
    /// A closure for the result of a transaction: an error, or whether it wrote and the final value.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void
    /// The same closure on the main actor.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void

    /// Computes a new value from the current one, without overwriting concurrent writes.
    ///
    /// This is a compare-and-set loop: when the value has changed meanwhile, the function runs on the new value, for up to 25
    /// attempts. After that, the transaction fails with `tooManyRetries`.
    ///
    /// - Parameters:
    ///   - update: Called on any thread with the current value, possibly several times. It returns the new value; `NSNull()`
    ///     removes the node, `nil` aborts.
    ///   - completion: Called on the main queue with the result. Without it, a diagnostic reports a failure.
    #if LegacyWarnings
        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
    #endif
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, _ completion: MainTransactionCompletion? = nil
    ) {
        let queue = completion == nil ? nil : location.client.mainQueue()
        transaction(update, queue: queue, completion.map(onMain))
    }

    /// Computes a new value like ``transaction(_:_:)``, with the completion on `queue`; `nil` is the application's default
    /// queue.
    ///
    /// Without `applyLocally`, subscribers of this client receive the result only when the back end has accepted it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
    #endif
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, queue: DispatchQueue?, applyLocally: Bool = true,
        _ completion: TransactionCompletion?
    ) {
        let deliveryQueue = location.client.deliveryQueue(queue)
        let diagnose = location.client.diagnose
        location.runTransaction(isVisible: applyLocally, onJSON: update) { [place = location.weak] result in
            // Computed here because the engine still retains the client, and may be its last owner.
            let end = Result { () throws(WebcomError) in
                let outcome = try result.get()
                return (outcome.isCommitted, DataSnapshot(LocatedValue(outcome, at: try place.location())))
            }
            deliveryQueue.post {
                switch end {
                case .success(let (isCommitted, snapshot)): completion?(nil, isCommitted, snapshot)
                case .failure(let error):
                    if let completion { completion(error, false, nil) } else { diagnose(error) }
                }
            }
        }
    }
}
