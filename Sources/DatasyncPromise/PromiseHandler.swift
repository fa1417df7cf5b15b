import DatasyncConcurrency

/// Something attached to a promise, for when it settles.
struct PromiseHandler<Value: Sendable>: Sendable {
    /// How a settled promise hands over its outcome.
    enum Delivery: Sendable {
        /// A closure of the application, called on a queue.
        case queue(PromiseOutlet, @Sendable (Result<Value, any Error>) -> Void)
        /// The connection between promises, called at once: it returns the promise that it settled if that has handlers.
        case direct(@Sendable (Result<Value, any Error>) -> (any PromiseNode)?)
        /// A waiting task, with the number by which it can be withdrawn, and the queue by way of which it resumes, if any.
        case task(UInt64, CheckedContinuation<Result<Value, any Error>, Never>, PromiseOutlet?)
    }

    let delivery: Delivery
    #if DEBUG
        private let sentinel = ReleaseSentinel()
    #endif

    init(delivery: Delivery) { self.delivery = delivery }

    /// The number of the waiting task, if it is one.
    var waiter: UInt64? {
        guard case .task(let number, _, _) = delivery else { return nil }
        return number
    }

    /// Hands over the outcome.
    ///
    /// - Parameter outcome: What the promise settled as.
    /// - Returns: A promise that settled because of it and is to be drained too.
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
