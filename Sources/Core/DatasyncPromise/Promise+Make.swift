import DatasyncConcurrency
public import Dispatch

extension Promise {
    /// Creates a promise from work that reports its outcome to a resolver.
    ///
    /// ```swift
    /// let greeting = Promise<String> { resolver in
    ///     DispatchQueue.global().async { resolver.fulfill("Hello") }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    ///   - work: Starts the work; called synchronously. An error that it throws rejects the promise.
    public convenience init(queue: DispatchQueue = .main, _ work: (Resolver) throws -> Void) {
        self.init(queue: queue)
        start(work)
    }

    /// Creates a promise from cancellable work that reports its outcome to a resolver.
    ///
    /// - Parameters:
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    ///   - cancel: Cancels the work; called at most once, on the thread that calls ``cancel()``, after the promise has
    ///     rejected with ``PromiseError/cancelled``.
    ///   - work: Starts the work; called synchronously. An error that it throws rejects the promise.
    public convenience init(
        queue: DispatchQueue = .main, cancel: @escaping @Sendable () -> Void, _ work: (Resolver) throws -> Void
    ) {
        self.init(queue: queue, cancellation: .work(ApplicationOwned(cancel)))
        start(work)
    }

    /// Creates a promise from an asynchronous operation, which runs in a new unstructured task.
    ///
    /// ``cancel()`` cancels that task.
    ///
    /// - Parameters:
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    ///   - priority: The priority of the task.
    ///   - operation: The operation to run. Its value fulfils the promise; an error that it throws rejects it.
    public convenience init(
        queue: DispatchQueue = .main, priority: TaskPriority? = nil,
        _ operation: @escaping @Sendable () async throws -> Value
    ) {
        self.init(queue: queue)
        let resolver = Resolver(self)
        let task = Task(priority: priority) {
            do {
                resolver.fulfill(try await operation())
            } catch {
                resolver.reject(error)
            }
        }
        _ = state.withLock { $0.offer(.work(ApplicationOwned { @Sendable in task.cancel() })) }
    }

    /// Creates a promise that is already rejected.
    ///
    /// - Parameters:
    ///   - error: The reason of the rejection.
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    public convenience init(error: any Error, queue: DispatchQueue = .main) {
        self.init(queue: queue)
        settle(.failure(error))
    }

    /// Returns a promise that is already fulfilled.
    ///
    /// - Parameters:
    ///   - value: The value of the promise.
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    /// - Returns: The fulfilled promise.
    public static func value(_ value: Value, queue: DispatchQueue = .main) -> Promise<Value> {
        let promise = Promise(queue: queue)
        promise.settle(.success(value))
        return promise
    }

    /// Returns a pending promise together with the resolver that settles it.
    ///
    /// - Parameter queue: The default queue of the chain, on which closures with `on: nil` run.
    /// - Returns: The promise and its resolver. Retain the resolver until the work ends.
    public static func pending(queue: DispatchQueue = .main) -> (promise: Promise<Value>, resolver: Resolver) {
        let promise = Promise(queue: queue)
        return (promise, Resolver(promise))
    }

    /// Returns a pending promise whose waiting tasks resume in order with everything posted to its queue.
    ///
    /// - Parameters:
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    ///   - context: The application that owns the operation.
    ///   - unhandledRejection: Called on deinit for an unhandled rejection.
    /// - Returns: The promise and its resolver. Retain the resolver until the work ends.
    package static func pendingInOrder(
        of queue: DispatchQueue, context: PromiseContext? = nil,
        unhandledRejection: (@Sendable (any Error) -> Void)? = nil
    ) -> (promise: Promise<Value>, resolver: Resolver) {
        let promise = Promise(
            queue: queue, context: context, resumesOnQueue: true, unhandledRejection: unhandledRejection)
        return (promise, Resolver(promise))
    }

    /// Returns a pending promise for cancellable work, together with the resolver that settles it.
    ///
    /// - Parameters:
    ///   - queue: The default queue of the chain, on which closures with `on: nil` run.
    ///   - cancel: Cancels the work; called at most once, on the thread that calls ``cancel()``, after the promise has
    ///     rejected with ``PromiseError/cancelled``.
    /// - Returns: The promise and its resolver. Retain the resolver until the work ends.
    public static func pending(
        queue: DispatchQueue = .main, cancel: @escaping @Sendable () -> Void
    ) -> (promise: Promise<Value>, resolver: Resolver) {
        let promise = Promise(queue: queue, cancellation: .work(ApplicationOwned(cancel)))
        return (promise, Resolver(promise))
    }

    private func start(_ work: (Resolver) throws -> Void) {
        let resolver = Resolver(self)
        do {
            try work(resolver)
        } catch {
            resolver.reject(error)
        }
    }
}

/// Starts a chain whose first step may throw.
///
/// ```swift
/// firstly { try loadProfile() }
///     .done { profile in print(profile) }
///     .catch { error in print(error) }
/// ```
///
/// - Parameter body: Returns the first promise, or throws; called synchronously.
/// - Returns: The promise that the closure returned, or a promise rejected with the error that it threw.
public func firstly<Value>(_ body: () throws -> Promise<Value>) -> Promise<Value> {
    do {
        return try body()
    } catch {
        return Promise(error: error)
    }
}
