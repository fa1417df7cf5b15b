import DatasyncConcurrency
public import Dispatch

extension Promise {
    /// Makes a promise from work that reports to a resolver.
    ///
    /// ```swift
    /// let answer = Promise { resolver in
    ///     request.send { answer, error in
    ///         if let error { resolver.reject(error) } else { resolver.fulfill(answer) }
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    ///   - work: Starts the work; called at once, in place. What it throws rejects the promise.
    public convenience init(queue: DispatchQueue = .main, _ work: (Resolver) throws -> Void) {
        self.init(queue: queue)
        start(work)
    }

    /// Makes a promise from work that reports to a resolver and that can be stopped.
    ///
    /// - Parameters:
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    ///   - cancel: Stops the work; called at most once, by the thread that calls ``cancel()``, after the promise has
    ///     rejected with ``PromiseError/cancelled``.
    ///   - work: Starts the work; called at once, in place. What it throws rejects the promise.
    public convenience init(
        queue: DispatchQueue = .main, cancel: @escaping @Sendable () -> Void, _ work: (Resolver) throws -> Void
    ) {
        self.init(queue: queue, cancellation: .work(ApplicationOwned(cancel)))
        start(work)
    }

    /// Makes a promise from an asynchronous operation, in a task of its own.
    ///
    /// ``cancel()`` cancels that task.
    ///
    /// - Parameters:
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    ///   - priority: The priority of the task.
    ///   - operation: What is awaited: its value fulfils the promise, what it throws rejects it.
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

    /// Makes a promise that is already rejected.
    ///
    /// - Parameters:
    ///   - error: The reason.
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    public convenience init(error: any Error, queue: DispatchQueue = .main) {
        self.init(queue: queue)
        settle(.failure(error))
    }

    /// Makes a promise that is already fulfilled.
    ///
    /// - Parameters:
    ///   - value: What it is fulfilled with.
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    /// - Returns: The fulfilled promise.
    public static func value(_ value: Value, queue: DispatchQueue = .main) -> Promise<Value> {
        let promise = Promise(queue: queue)
        promise.settle(.success(value))
        return promise
    }

    /// Makes a promise together with the resolver that settles it.
    ///
    /// - Parameter queue: Where the promises of this chain deliver for `on: nil`.
    /// - Returns: The promise, and its resolver: keep it until the work has ended.
    public static func pending(queue: DispatchQueue = .main) -> (promise: Promise<Value>, resolver: Resolver) {
        let promise = Promise(queue: queue)
        return (promise, Resolver(promise))
    }

    /// Makes a promise for which also those that await it come after everything that was handed to its queue before.
    ///
    /// - Parameters:
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    ///   - context: The application whose operation it stands for.
    ///   - unhandledRejection: Called on deinit for an unhandled rejection.
    /// - Returns: The promise, and its resolver: keep it until the work has ended.
    package static func pendingInOrder(
        of queue: DispatchQueue, context: PromiseContext? = nil,
        unhandledRejection: (@Sendable (any Error) -> Void)? = nil
    ) -> (promise: Promise<Value>, resolver: Resolver) {
        let promise = Promise(
            queue: queue, context: context, resumesOnQueue: true, unhandledRejection: unhandledRejection)
        return (promise, Resolver(promise))
    }

    /// Makes a promise whose work can be stopped, together with the resolver that settles it.
    ///
    /// - Parameters:
    ///   - queue: Where the promises of this chain deliver for `on: nil`.
    ///   - cancel: Stops the work; called at most once, by the thread that calls ``cancel()``, after the promise has
    ///     rejected with ``PromiseError/cancelled``.
    /// - Returns: The promise, and its resolver: keep it until the work has ended.
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

/// Begins a chain, so that even its first step may throw.
///
/// ```swift
/// firstly {
///     try validate(contact)
///     return node.set(contact)
/// }
/// .catch { error in show(error) }
/// ```
///
/// - Parameter body: Called at once, in place; returns the first promise, or throws.
/// - Returns: The promise that the closure returned, or one that is rejected with what it threw.
public func firstly<Value>(_ body: () throws -> Promise<Value>) -> Promise<Value> {
    do {
        return try body()
    } catch {
        return Promise(error: error)
    }
}
