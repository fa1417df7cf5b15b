public import Dispatch

extension Promise {
    /// Turns the value into another.
    ///
    /// - Parameter body: Called on the main queue with the value; returns the other, or throws.
    /// - Returns: A promise of what the closure returned; it rejects with what the closure threw, or with the error of
    ///   this promise.
    public func map<Next: Sendable>(_ body: @escaping @MainActor (Value) throws -> Next) -> Promise<Next> {
        map(on: mainQueue, onMain(body))
    }

    /// Turns the value into another, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the other, or throws.
    /// - Returns: A promise of what the closure returned; it rejects with what the closure threw, or with the error of
    ///   this promise.
    public func map<Next: Sendable>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Next
    ) -> Promise<Next> {
        chain(on: queue) { try body($0.get()) }
    }
}
