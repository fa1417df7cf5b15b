public import Dispatch

extension Promise {
    /// Goes on with further work once this promise is fulfilled.
    ///
    /// ```swift
    /// node.set(contact).then { node.value() }.done { print($0) }
    /// ```
    ///
    /// - Parameter body: Called on the main queue with the value; returns the promise of the further work, or throws.
    ///   It is not called if this promise rejects.
    /// - Returns: A promise that settles as the one that the closure returned; it rejects with what the closure threw,
    ///   or with the error of this promise.
    public func then<Next>(_ body: @escaping @MainActor (Value) throws -> Promise<Next>) -> Promise<Next> {
        then(on: mainQueue, onMain(body))
    }

    /// Goes on with further work once this promise is fulfilled, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the promise of the further work, or throws.
    /// - Returns: A promise that settles as the one that the closure returned; it rejects with what the closure threw,
    ///   or with the error of this promise.
    public func then<Next>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Promise<Next>
    ) -> Promise<Next> {
        chainFollowing(on: queue) { try body($0.get()) }
    }
}
