public import Dispatch

extension Promise {
    /// Turns the value into another that there may not be.
    ///
    /// - Parameter body: Called on the main queue with the value; returns the other or `nil`, or throws.
    /// - Returns: A promise of what the closure returned; it rejects with ``PromiseError/missingValue`` if that was
    ///   `nil`, with what the closure threw, or with the error of this promise.
    public func compactMap<Next: Sendable>(_ body: @escaping @MainActor (Value) throws -> Next?) -> Promise<Next> {
        compactMap(on: mainQueue, onMain(body))
    }

    /// Turns the value into another that there may not be, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the other or `nil`, or throws.
    /// - Returns: A promise of what the closure returned; it rejects with ``PromiseError/missingValue`` if that was
    ///   `nil`, with what the closure threw, or with the error of this promise.
    public func compactMap<Next: Sendable>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Next?
    ) -> Promise<Next> {
        chain(on: queue) { outcome in
            guard let next = try body(outcome.get()) else { throw PromiseError.missingValue }
            return next
        }
    }
}
