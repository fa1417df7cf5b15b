public import Dispatch

extension Promise {
    /// Does something at the very end, whatever happened: an error that got this far goes no further.
    ///
    /// - Parameter body: Called on the main queue.
    /// - Returns: A promise that is fulfilled after the closure.
    @discardableResult
    public func finally(_ body: @escaping @MainActor () -> Void) -> Promise<Void> {
        chain(on: mainQueue, onMain { _ in body() })
    }

    /// Does something at the very end, whatever happened, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: What to do.
    /// - Returns: A promise that is fulfilled after the closure.
    @discardableResult
    public func finally(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) -> Promise<Void> {
        chain(on: queue) { _ in body() }
    }
}
