public import Dispatch

extension Promise {
    /// Handles the error of the whole chain, and ends it.
    ///
    /// - Parameter body: Called on the main queue with the error. It is not called if this promise is fulfilled.
    /// - Returns: A promise that is fulfilled when the chain has ended either way, for ``finally(_:)`` or for `await`.
    @discardableResult
    public func `catch`(_ body: @escaping @MainActor (any Error) -> Void) -> Promise<Void> {
        self.catch(on: mainQueue, onMain(body))
    }

    /// Handles the error of the whole chain, and ends it, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the error. It is not called if this promise is fulfilled.
    /// - Returns: A promise that is fulfilled when the chain has ended either way, for ``finally(_:)`` or for `await`.
    @discardableResult
    public func `catch`(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (any Error) -> Void
    ) -> Promise<Void> {
        chain(on: queue) { outcome in
            if case .failure(let error) = outcome { body(error) }
        }
    }
}
