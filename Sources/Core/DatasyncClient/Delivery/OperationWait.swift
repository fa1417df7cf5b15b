import DatasyncConcurrency
package import DatasyncEngine
package import Dispatch

/// A task's wait for the result of one operation.
///
/// The result arrives through a delivery queue, after the events that the response caused. Cancelling the task ends the wait;
/// if the operation fails after that, the error goes to the diagnostics.
final class OperationWait: Sendable {
    typealias Continuation = CheckedContinuation<Result<Outcome, WebcomError>, Never>

    private enum State: Sendable {
        case idle
        case waiting(Continuation)
        case ended
    }

    private let state = Guarded(State.idle)
    private let deliveryQueue: DeliveryQueue
    private let diagnose: @Sendable (WebcomError) -> Void

    /// Creates a wait.
    ///
    /// - Parameters:
    ///   - deliveryQueue: The queue that delivers the result.
    ///   - diagnose: Called on the delivery queue with a failure that no task waits for any more.
    init(_ deliveryQueue: DeliveryQueue, diagnose: @escaping @Sendable (WebcomError) -> Void) {
        self.deliveryQueue = deliveryQueue
        self.diagnose = diagnose
    }

    /// Starts the wait, or ends it at once if the task was already cancelled.
    func begin(_ continuation: Continuation) {
        let hasEnded = state.withLock { state in
            if case .ended = state { return true }
            state = .waiting(continuation)
            return false
        }
        if hasEnded { continuation.resume(returning: .failure(.waitCancelled)) }
    }

    /// Delivers the result of the operation.
    func settle(_ result: Result<Outcome, WebcomError>) {
        deliveryQueue.post { [self] in
            if let continuation = end() {
                continuation.resume(returning: result)
            } else if case .failure(let error) = result, error.code != .cancelled {
                diagnose(error)
            }
        }
    }

    /// Ends the wait because its task was cancelled.
    func cancel() { end()?.resume(returning: .failure(.waitCancelled)) }

    private func end() -> Continuation? {
        state.withLock { state in
            defer { state = .ended }
            guard case .waiting(let continuation) = state else { return nil }
            return continuation
        }
    }
}

extension Location {
    /// Starts an operation and waits for its outcome.
    ///
    /// - Parameters:
    ///   - queue: The queue that resumes the task; the client's default queue when `nil`.
    ///   - start: Starts the operation with the completion; the operation calls it once.
    /// - Returns: The outcome.
    /// - Throws: The failure of the operation; `cancelled` if the task is cancelled, while the operation continues.
    package func outcome(
        on queue: DispatchQueue?, _ start: (@escaping Completion) -> Void
    ) async throws(WebcomError) -> Outcome {
        let wait = OperationWait(client.deliveryQueue(queue)) { [weak client] in client?.diagnose($0) }
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                wait.begin(continuation)
                start { wait.settle($0) }
            }
        } onCancel: {
            wait.cancel()
        }.get()
    }
}
