import Dispatch

extension Promise {
    /// Returns a promise that settles together with this one, without a queue in between.
    ///
    /// - Parameter transform: Makes the outcome from the outcome of this promise; no code of the application.
    /// - Returns: The promise.
    func linked<Next>(
        _ transform: @escaping @Sendable (Result<Value, any Error>) -> Result<Next, any Error>
    ) -> Promise<Next> {
        let next = Promise<Next>(queue: queue, context: context, cancellation: .asking(self))
        attach(.direct { next.accept(transform($0)) })
        return next
    }

    /// Returns the next promise of a chain, settled with the result of a closure.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of this promise.
    ///   - body: Returns the value of the next promise, or throws the reason of its rejection.
    /// - Returns: The next promise.
    func chain<Next>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Next
    ) -> Promise<Next> {
        let next = Promise<Next>(queue: self.queue, context: context, cancellation: .asking(self))
        let deliver: @Sendable (Result<Value, any Error>) -> Void = { outcome in
            next.settle(Result { try body(outcome) })
        }
        attach(.queue(outlet(queue), deliver))
        return next
    }

    /// Returns the next promise of a chain, which follows the promise that a closure returns.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of this promise.
    ///   - body: Returns the promise to follow, or throws the reason of the rejection.
    /// - Returns: The next promise.
    func chainFollowing<Next>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Result<Value, any Error>) throws -> Promise<Next>
    ) -> Promise<Next> {
        let next = Promise<Next>(queue: self.queue, context: context, cancellation: .asking(self))
        let deliver: @Sendable (Result<Value, any Error>) -> Void = { outcome in
            do {
                next.follow(try body(outcome))
            } catch {
                next.settle(.failure(error))
            }
        }
        attach(.queue(outlet(queue), deliver))
        return next
    }
}
