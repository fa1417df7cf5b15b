public import Dispatch

extension Promise {
    /// Answers an error with other work.
    ///
    /// ```swift
    /// node.value().recover { error in
    ///     guard isOffline(error) else { throw error }
    ///     return cache.value()
    /// }
    /// ```
    ///
    /// - Parameter body: Called on the main queue with the error; returns the promise to go on with, or throws. It is
    ///   not called if this promise is fulfilled.
    /// - Returns: A promise of the value of this one, or one that settles as the promise that the closure returned; it
    ///   rejects with what the closure threw.
    public func recover(_ body: @escaping @MainActor (any Error) throws -> Promise<Value>) -> Promise<Value> {
        recover(on: mainQueue, onMain(body))
    }

    /// Answers an error with other work, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the error; returns the promise to go on with, or throws.
    /// - Returns: A promise of the value of this one, or one that settles as the promise that the closure returned; it
    ///   rejects with what the closure threw.
    public func recover(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (any Error) throws -> Promise<Value>
    ) -> Promise<Value> {
        chainFollowing(on: queue) { [defaultQueue = self.queue] outcome in
            switch outcome {
            case .success(let value): .value(value, queue: defaultQueue)
            case .failure(let error): try body(error)
            }
        }
    }
}
