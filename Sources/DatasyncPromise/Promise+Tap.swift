public import Dispatch

extension Promise {
    /// Looks at the outcome, value or error, on its way down the chain.
    ///
    /// - Parameter body: Called on the main queue with the outcome.
    /// - Returns: A promise that settles as this one.
    public func tap(_ body: @escaping @MainActor (Result<Value, any Error>) -> Void) -> Promise<Value> {
        tap(on: mainQueue, onMain(body))
    }

    /// Looks at the outcome, value or error, on its way down the chain, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the outcome.
    /// - Returns: A promise that settles as this one.
    public func tap(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Promise<Value> {
        chain(on: queue) { outcome in
            body(outcome)
            return try outcome.get()
        }
    }
}
