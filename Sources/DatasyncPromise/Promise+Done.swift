public import Dispatch

extension Promise {
    /// Uses the value and passes nothing on: the usual end of a chain, before ``catch(_:)``.
    ///
    /// - Parameter body: Called on the main queue with the value; may throw.
    /// - Returns: A promise that is fulfilled after the closure; it rejects with what the closure threw, or with the
    ///   error of this promise.
    public func done(_ body: @escaping @MainActor (Value) throws -> Void) -> Promise<Void> {
        done(on: mainQueue, onMain(body))
    }

    /// Uses the value and passes nothing on, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the value; may throw.
    /// - Returns: A promise that is fulfilled after the closure; it rejects with what the closure threw, or with the
    ///   error of this promise.
    public func done(on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void) -> Promise<Void> {
        chain(on: queue) { try body($0.get()) }
    }
}
