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

/// A promise of any type, as its neighbours in a chain see it.
protocol PromiseNode: AnyObject, Sendable {
    /// Hands over every handler, in order; only whoever was told to drain does.
    ///
    /// - Parameter next: Receives the promises that settled on the way and are to be drained after this one.
    func drain(into next: inout [any PromiseNode])

    /// Cancels the work of this promise alone.
    ///
    /// - Parameter next: Receives the promises to ask instead, if the work is theirs.
    /// - Returns: Whether work was told to stop.
    func cancelStep(into next: inout [any PromiseNode]) -> Bool
}

/// A promise, not kept alive.
///
/// A promise may know what it waits for, never own it: owning goes down the chain, so that no circle is left behind.
struct WeakPromise: Sendable {
    weak let node: (any PromiseNode)?
}
