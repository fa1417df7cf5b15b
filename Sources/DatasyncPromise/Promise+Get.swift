public import Dispatch

extension Promise {
    /// Looks at the value on its way down the chain.
    ///
    /// - Parameter body: Called on the main queue with the value; may throw.
    /// - Returns: A promise of the same value; it rejects with what the closure threw, or with the error of this
    ///   promise.
    public func get(_ body: @escaping @MainActor (Value) throws -> Void) -> Promise<Value> {
        get(on: mainQueue, onMain(body))
    }

    /// Looks at the value on its way down the chain, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the value; may throw.
    /// - Returns: A promise of the same value; it rejects with what the closure threw, or with the error of this
    ///   promise.
    public func get(on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void) -> Promise<Value> {
        chain(on: queue) { outcome in
            let value = try outcome.get()
            try body(value)
            return value
        }
    }
}
