import Dispatch

/// Something attached to a promise, for when it settles.
struct PromiseHandler<Value: Sendable>: Sendable {
    /// How a settled promise hands over its outcome.
    enum Delivery: Sendable {
        /// A closure of the application, called on a queue.
        case queue(DispatchQueue, @Sendable (Result<Value, any Error>) -> Void)
        /// The plumbing between promises, called at once: it returns the promise that it settled if that has handlers.
        case direct(@Sendable (Result<Value, any Error>) -> (any PromiseNode)?)
        /// A task that waits, with the number by which it can be taken out, and the queue by way of which it goes on, if any.
        case task(UInt64, CheckedContinuation<Result<Value, any Error>, Never>, DispatchQueue?)
    }

    let delivery: Delivery

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
        case .queue(let queue, let body):
            queue.async { body(outcome) }
            return nil
        case .direct(let body):
            return body(outcome)
        case .task(_, let continuation, let queue?):
            queue.async { continuation.resume(returning: outcome) }
            return nil
        case .task(_, let continuation, nil):
            continuation.resume(returning: outcome)
            return nil
        }
    }
}
