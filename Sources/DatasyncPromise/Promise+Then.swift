import DatasyncConcurrency
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

extension Promise {
    /// Looks at the outcome, value or error, on its way down the chain.
    ///
    /// - Parameter body: Called on the main queue with the outcome.
    /// - Returns: A promise that settles as this one.
    public func tap(_ body: @escaping @MainActor (Result<Value, any Error>) -> Void) -> Promise<Value> {
        tap(on: mainQueue, onMain(body))
    }

    /// Looks at the outcome, value or error, on its way down the chain, on a queue of your choice.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; `nil` for the default queue of the promise.
    ///   - body: Called with the outcome.
    /// - Returns: A promise that settles as this one.
    public func tap(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> Promise<Value> {
        chain(on: queue) { outcome in
            body(outcome)
            return try outcome.get()
        }
    }
}

extension Promise {
    /// The same promise without its value.
    ///
    /// - Returns: A promise that is fulfilled when this one is, and rejects as this one does.
    public func asVoid() -> Promise<Void> {
        let void = Promise<Void>(queue: queue, context: context, cancellation: .asking(self))
        attach(.direct { void.accept($0.map { _ in }) })
        return void
    }
}
