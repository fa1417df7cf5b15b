import DatasyncConcurrency

/// A closure, promise or task that receives the outcome of a promise.
struct PromiseHandler<Value: Sendable>: Sendable {
    /// The way a settled promise delivers its outcome.
    enum Delivery: Sendable {
        /// A closure of the application, which runs on a queue.
        case queue(PromiseOutlet, @Sendable (Result<Value, any Error>) -> Void)
        /// A link between promises, called at once: it returns the promise that it settled if that one has handlers.
        case direct(@Sendable (Result<Value, any Error>) -> (any PromiseNode)?)
        /// A waiting task, with the number that identifies it, and the queue through which it resumes, if any.
        case task(UInt64, CheckedContinuation<Result<Value, any Error>, Never>, PromiseOutlet?)
    }

    let delivery: Delivery
    #if DEBUG
        private let sentinel = ReleaseSentinel()
    #endif

    init(delivery: Delivery) { self.delivery = delivery }

    /// The number of the waiting task; `nil` for other handlers.
    var waiter: UInt64? {
        guard case .task(let number, _, _) = delivery else { return nil }
        return number
    }

    /// Delivers the outcome.
    ///
    /// - Parameter outcome: The outcome of the promise.
    /// - Returns: A promise that settled as a result and has handlers to drain.
    func hand(over outcome: Result<Value, any Error>) -> (any PromiseNode)? {
        switch delivery {
        case .queue(let outlet, let body):
            outlet.post { body(outcome) }
            return nil
        case .direct(let body):
            return body(outcome)
        case .task(_, let continuation, let outlet?):
            outlet.post { continuation.resume(returning: outcome) }
            return nil
        case .task(_, let continuation, nil):
            continuation.resume(returning: outcome)
            return nil
        }
    }
}
