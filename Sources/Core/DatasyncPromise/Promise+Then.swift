import DatasyncConcurrency
public import Dispatch

extension Promise {
    /// Continues with the promise that a closure returns once this promise is fulfilled.
    ///
    /// ```swift
    /// loadProfile().then { profile in loadFriends(of: profile) }.done { friends in print(friends) }.catch { print($0) }
    /// ```
    ///
    /// - Parameter body: Called on the main queue with the value; returns the promise to continue with, or throws. Not
    ///   called if this promise rejects.
    /// - Returns: A promise with the outcome of the one that the closure returned. It rejects with the error that the
    ///   closure threw, or with the error of this promise.
    public func then<Next>(_ body: @escaping @MainActor (Value) throws -> Promise<Next>) -> Promise<Next> {
        then(on: mainQueue, onMain(body))
    }

    /// Continues with the promise that a closure returns on a given queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the promise to continue with, or throws. Not called if this promise
    ///     rejects.
    /// - Returns: A promise with the outcome of the one that the closure returned. It rejects with the error that the
    ///   closure threw, or with the error of this promise.
    public func then<Next>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Promise<Next>
    ) -> Promise<Next> {
        chainFollowing(on: queue) { try body($0.get()) }
    }
}

extension Promise {
    /// Uses the value and passes none on: the usual last step before ``catch(_:)``.
    ///
    /// - Parameter body: Called on the main queue with the value; may throw.
    /// - Returns: A promise that is fulfilled after the closure. It rejects with the error that the closure threw, or
    ///   with the error of this promise.
    public func done(_ body: @escaping @MainActor (Value) throws -> Void) -> Promise<Void> {
        done(on: mainQueue, onMain(body))
    }

    /// Uses the value on a given queue and passes none on.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the value; may throw.
    /// - Returns: A promise that is fulfilled after the closure. It rejects with the error that the closure threw, or
    ///   with the error of this promise.
    public func done(on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void) -> Promise<Void> {
        chain(on: queue) { try body($0.get()) }
    }
}

extension Promise {
    /// Transforms the value.
    ///
    /// - Parameter body: Called on the main queue with the value; returns the new value, or throws.
    /// - Returns: A promise of the new value. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func map<Next: Sendable>(_ body: @escaping @MainActor (Value) throws -> Next) -> Promise<Next> {
        map(on: mainQueue, onMain(body))
    }

    /// Transforms the value on a given queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the new value, or throws.
    /// - Returns: A promise of the new value. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func map<Next: Sendable>(
        on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Next
    ) -> Promise<Next> {
        chain(on: queue) { try body($0.get()) }
    }
}

extension Promise {
    /// Transforms the value, and rejects if the result is `nil`.
    ///
    /// - Parameter body: Called on the main queue with the value; returns the new value or `nil`, or throws.
    /// - Returns: A promise of the new value. It rejects with ``PromiseError/missingValue`` if the closure returned
    ///   `nil`, with the error that the closure threw, or with the error of this promise.
    public func compactMap<Next: Sendable>(_ body: @escaping @MainActor (Value) throws -> Next?) -> Promise<Next> {
        compactMap(on: mainQueue, onMain(body))
    }

    /// Transforms the value on a given queue, and rejects if the result is `nil`.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the value; returns the new value or `nil`, or throws.
    /// - Returns: A promise of the new value. It rejects with ``PromiseError/missingValue`` if the closure returned
    ///   `nil`, with the error that the closure threw, or with the error of this promise.
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
    /// Calls a closure with the value and passes the value on.
    ///
    /// - Parameter body: Called on the main queue with the value; may throw.
    /// - Returns: A promise of the same value. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func get(_ body: @escaping @MainActor (Value) throws -> Void) -> Promise<Value> {
        get(on: mainQueue, onMain(body))
    }

    /// Calls a closure with the value on a given queue and passes the value on.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the value; may throw.
    /// - Returns: A promise of the same value. It rejects with the error that the closure threw, or with the error of
    ///   this promise.
    public func get(on queue: DispatchQueue?, _ body: @escaping @Sendable (Value) throws -> Void) -> Promise<Value> {
        chain(on: queue) { outcome in
            let value = try outcome.get()
            try body(value)
            return value
        }
    }
}

extension Promise {
    /// Calls a closure with the outcome, value or error, and passes the outcome on.
    ///
    /// - Parameter body: Called on the main queue with the outcome.
    /// - Returns: A promise that settles with the outcome of this one.
    public func tap(_ body: @escaping @MainActor (Result<Value, any Error>) -> Void) -> Promise<Value> {
        tap(on: mainQueue, onMain(body))
    }

    /// Calls a closure with the outcome, value or error, on a given queue and passes the outcome on.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the outcome.
    /// - Returns: A promise that settles with the outcome of this one.
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
    /// Returns this promise without its value.
    ///
    /// - Returns: A promise that is fulfilled when this one is, and rejects with the error of this one.
    public func asVoid() -> Promise<Void> {
        linked { $0.map { _ in } }
    }
}
