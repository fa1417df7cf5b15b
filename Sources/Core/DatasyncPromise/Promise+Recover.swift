import DatasyncConcurrency
public import Dispatch

extension Promise {
    /// Handles the error of the whole chain and ends the chain.
    ///
    /// - Parameter body: Called on the main queue with the error. Not called if this promise is fulfilled.
    /// - Returns: A promise that is fulfilled when the chain has ended either way, for ``finally(_:)`` or for `await`.
    @discardableResult
    public func `catch`(_ body: @escaping @MainActor (any Error) -> Void) -> Promise<Void> {
        self.catch(on: mainQueue, onMain(body))
    }

    /// Handles the error of the whole chain on a given queue and ends the chain.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the error. Not called if this promise is fulfilled.
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
    /// Replaces an error with the outcome of another promise.
    ///
    /// ```swift
    /// loadProfile().recover { error in
    ///     guard error is URLError else { throw error }
    ///     return .value(Profile.empty)
    /// }
    /// ```
    ///
    /// - Parameter body: Called on the main queue with the error; returns the promise to continue with, or throws. Not
    ///   called if this promise is fulfilled.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned.
    ///   It rejects with the error that the closure threw.
    public func recover(_ body: @escaping @MainActor (any Error) throws -> Promise<Value>) -> Promise<Value> {
        recover(on: mainQueue, onMain(body))
    }

    /// Replaces an error with the outcome of another promise, on a given queue.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the error; returns the promise to continue with, or throws. Not called if this promise is
    ///     fulfilled.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned.
    ///   It rejects with the error that the closure threw.
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
    /// Replaces one error, and no other, with the outcome of another promise.
    ///
    /// ```swift
    /// loadName().recover(only: PromiseError.missingValue) { _ in .value("nobody") }
    /// ```
    ///
    /// - Parameters:
    ///   - failure: The error from which to recover.
    ///   - body: Called on the main queue with the error; returns the promise to continue with, or throws. Not called if
    ///     this promise is fulfilled, or rejects with another error.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned. It
    ///   rejects with the error that the closure threw, or with every other error of this promise.
    public func recover<Failure: Error & Equatable>(
        only failure: Failure, _ body: @escaping @MainActor (Failure) throws -> Promise<Value>
    ) -> Promise<Value> {
        recover(only: failure, on: mainQueue, onMain(body))
    }

    /// Replaces one error, and no other, with the outcome of another promise, on a given queue.
    ///
    /// - Parameters:
    ///   - failure: The error from which to recover.
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the error; returns the promise to continue with, or throws. Not called if this promise is
    ///     fulfilled, or rejects with another error.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned. It
    ///   rejects with the error that the closure threw, or with every other error of this promise.
    public func recover<Failure: Error & Equatable>(
        only failure: Failure, on queue: DispatchQueue?, _ body: @escaping @Sendable (Failure) throws -> Promise<Value>
    ) -> Promise<Value> {
        recover(only: Failure.self, on: queue) { error in
            guard error == failure else { throw error }
            return try body(error)
        }
    }

    /// Replaces errors of one type with the outcome of another promise.
    ///
    /// ```swift
    /// loadProfile().recover(only: URLError.self) { error in
    ///     guard error.code == .notConnectedToInternet else { throw error }
    ///     return .value(Profile.empty)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - type: The type of the errors from which to recover.
    ///   - body: Called on the main queue with the error; returns the promise to continue with, or throws. Not called if
    ///     this promise is fulfilled, or rejects with an error of another type.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned. It
    ///   rejects with the error that the closure threw, or with an error of another type.
    public func recover<Failure: Error>(
        only type: Failure.Type, _ body: @escaping @MainActor (Failure) throws -> Promise<Value>
    ) -> Promise<Value> {
        recover(only: type, on: mainQueue, onMain(body))
    }

    /// Replaces errors of one type with the outcome of another promise, on a given queue.
    ///
    /// - Parameters:
    ///   - type: The type of the errors from which to recover.
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called with the error; returns the promise to continue with, or throws. Not called if this promise is
    ///     fulfilled, or rejects with an error of another type.
    /// - Returns: A promise with the value of this one, or with the outcome of the promise that the closure returned. It
    ///   rejects with the error that the closure threw, or with an error of another type.
    public func recover<Failure: Error>(
        only type: Failure.Type, on queue: DispatchQueue?,
        _ body: @escaping @Sendable (Failure) throws -> Promise<Value>
    ) -> Promise<Value> {
        recover(on: queue) { error in
            guard let error = error as? Failure else { throw error }
            return try body(error)
        }
    }
}

extension Promise {
    /// Runs a closure when this promise settles, fulfilled or rejected, and passes the outcome on.
    ///
    /// - Parameter body: Called on the main queue.
    /// - Returns: A promise that settles with the outcome of this one, after the closure.
    public func ensure(_ body: @escaping @MainActor () -> Void) -> Promise<Value> {
        tap { _ in body() }
    }

    /// Runs a closure on a given queue when this promise settles, and passes the outcome on.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called without arguments, whether this promise is fulfilled or rejected.
    /// - Returns: A promise that settles with the outcome of this one, after the closure.
    public func ensure(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) -> Promise<Value> {
        tap(on: queue) { _ in body() }
    }
}

extension Promise {
    /// Runs a closure when this promise settles, and passes the outcome on once the promise of the closure is fulfilled.
    ///
    /// ```swift
    /// download().ensureThen { closeConnection() }.done { file in print(file) }.catch { print($0) }
    /// ```
    ///
    /// - Parameter body: Called on the main queue; returns a promise for the end of its work.
    /// - Returns: A promise that settles with the outcome of this one, after the closure's promise. It rejects with the
    ///   error of the closure's promise if that rejects.
    public func ensureThen(_ body: @escaping @MainActor () -> Promise<Void>) -> Promise<Value> {
        ensureThen(on: mainQueue) { MainActor.assumeIsolated { body() } }
    }

    /// Runs a closure on a given queue when this promise settles, and waits for the closure's promise.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called without arguments; returns a promise for the end of its work.
    /// - Returns: A promise that settles with the outcome of this one, after the closure's promise. It rejects with the
    ///   error of the closure's promise if that rejects.
    public func ensureThen(
        on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Promise<Void>
    ) -> Promise<Value> {
        chainFollowing(on: queue) { outcome in body().linked { $0.flatMap { outcome } } }
    }
}

extension Promise {
    /// Runs a closure at the end of a chain, fulfilled or rejected, and discards the outcome.
    ///
    /// - Parameter body: Called on the main queue.
    /// - Returns: A promise that is fulfilled after the closure.
    @discardableResult
    public func finally(_ body: @escaping @MainActor () -> Void) -> Promise<Void> {
        chain(on: mainQueue, onMain { _ in body() })
    }

    /// Runs a closure on a given queue at the end of a chain, and discards the outcome.
    ///
    /// - Parameters:
    ///   - queue: The queue on which the closure runs; `nil` for the default queue of the promise.
    ///   - body: Called without arguments, whether this promise is fulfilled or rejected.
    /// - Returns: A promise that is fulfilled after the closure.
    @discardableResult
    public func finally(on queue: DispatchQueue?, _ body: @escaping @Sendable () -> Void) -> Promise<Void> {
        chain(on: queue) { _ in body() }
    }
}

extension Promise {
    /// Ends a chain whose error nobody handles, and reports the error.
    ///
    /// The error goes to the diagnostics of the application whose operation began the chain, unless the work was cancelled. In
    /// other chains it is discarded.
    ///
    /// - Returns: A promise that is fulfilled when the chain has ended either way.
    @discardableResult
    public func cauterize() -> Promise<Void> {
        linked { [context] outcome in
            if case .failure(let error) = outcome { context?.cauterized(error) }
            return .success(())
        }
    }
}
