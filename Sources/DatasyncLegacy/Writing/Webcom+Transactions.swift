import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Webcom {
    /// Called once when a transaction has ended: the error if it failed, whether it wrote, and else the value then.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias TransactionCompletion =
        @Sendable (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void
    /// The same on the main actor.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the promises of Webcom.ServerlessDbNode, or try await")
    #endif
    public typealias MainTransactionCompletion =
        @MainActor (_ error: WebcomError?, _ committed: Bool, _ snapshot: DataSnapshot?) -> Void

    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: Called with the present value, again whenever it turns out to have changed, at most 25 times. Answers the new
    ///     value; `NSNull()` removes, `nil` aborts.
    ///   - completion: Called on the main queue when the transaction has ended.
    #if LegacyWarnings
        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
    #endif
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, _ completion: MainTransactionCompletion? = nil
    ) {
        let queue = completion == nil ? nil : location.client.mainQueue()
        transaction(update, queue: queue, completion.map(onMain))
    }

    /// Changes the value depending on what it is, without losing what others write meanwhile.
    ///
    /// - Parameters:
    ///   - update: As above.
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - applyLocally: Whether subscribers of this client see the result before the answer.
    ///   - completion: Called when the transaction has ended.
    #if LegacyWarnings
        @available(*, deprecated, message: "use transaction { }, which is a promise, or try await runTransaction { }")
    #endif
    public func transaction(
        _ update: @escaping @Sendable (_ current: Any?) -> Any?, queue: DispatchQueue?, applyLocally: Bool = true,
        _ completion: TransactionCompletion?
    ) {
        let deliveryQueue = location.client.deliveryQueue(queue)
        let diagnostics = location.client.diagnostics
        location.runTransaction(isVisible: applyLocally, onJSON: update) { [place = location.weak] result in
            // Now, while the engine still retains the client: it may be the last to do so.
            let end = Result { () throws(WebcomError) in
                let outcome = try result.get()
                return (outcome.isCommitted, DataSnapshot(LocatedValue(outcome, at: try place.location())))
            }
            deliveryQueue.post {
                switch end {
                case .success(let (isCommitted, snapshot)): completion?(nil, isCommitted, snapshot)
                case .failure(let error):
                    if let completion { completion(error, false, nil) } else { diagnostics(error) }
                }
            }
        }
    }

    /// Reads the value once, without listening to it.
    ///
    /// - Parameter completion: Called on the main queue with the error, or with what the back end holds; without a connection
    ///   with what the cache holds.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
    #endif
    public func get(_ completion: @escaping @MainActor (_ error: WebcomError?, _ snapshot: DataSnapshot?) -> Void) {
        get(queue: location.client.mainQueue(), onMain(completion))
    }

    /// Reads the value once, without listening to it.
    ///
    /// - Parameters:
    ///   - queue: Where the completion is called; the application's default queue when `nil`.
    ///   - completion: Called with the error, or with what the back end holds; without a connection with what the cache holds.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), which is a promise, or try await value()")
    #endif
    public func get(
        queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?, DataSnapshot?) -> Void
    ) {
        let deliveryQueue = location.client.deliveryQueue(queue)
        location.readValue { result in
            deliveryQueue.post {
                switch result {
                case .success(let value): completion(nil, DataSnapshot(value))
                case .failure(let error): completion(error, nil)
                }
            }
        }
    }
}
