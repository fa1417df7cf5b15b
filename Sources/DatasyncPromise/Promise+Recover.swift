import DatasyncConcurrency
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
