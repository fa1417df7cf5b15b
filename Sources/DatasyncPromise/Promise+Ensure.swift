public import Dispatch

extension Promise {
    /// Does something on the way, whether this promise is fulfilled or rejected.
    ///
    /// - Parameter body: Called on the main queue.
    /// - Returns: A promise that settles as this one, after the closure.
    public func ensure(_ body: @escaping @MainActor () -> Void) -> Promise<Value> {
        tap { _ in body() }
    }

    /// Does something on the way, whether this promise is fulfilled or rejected, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: What to do.
    /// - Returns: A promise that settles as this one, after the closure.
    public func ensure(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) -> Promise<Value> {
        tap(on: queue) { _ in body() }
    }
}
