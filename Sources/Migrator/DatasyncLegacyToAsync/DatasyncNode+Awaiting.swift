public import DatasyncAsync
public import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTree

/// Waiting for operations that have another form in the async dialect.
extension DatasyncNode {
    /// Replaces the listed children by JSON of unknown static type and waits for the acknowledgement.
    ///
    /// The other children stay unchanged.
    ///
    /// - Parameters:
    ///   - json: An object; its names may be paths into children.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` if the back end refuses the write; `notAnObject` if `json` is not an object.
    public func merge(json: Any?, at time: DatasyncTime = .now) async throws(WebcomError) {
        let (place, value) = (requiringManager, WrittenValue.foundation(json))
        _ = try await place.outcome(on: callbackQueue) { place.merge(value, at: time.time, completion: $0) }
    }

    /// Replaces the values at several paths by JSON of unknown static type, and waits for the acknowledgement.
    ///
    /// - Parameters:
    ///   - values: Foundation's JSON by paths relative to this node; `nil` removes the data.
    ///   - time: The time at which the write takes effect.
    /// - Throws: `WebcomError` if the back end refuses the write, or a path or value is invalid.
    public func setPaths(json values: [String: Any?], at time: DatasyncTime = .now) async throws(WebcomError) {
        let (place, value) = (requiringManager, WrittenValue.paths(values))
        _ = try await place.outcome(on: callbackQueue) { place.merge(value, at: time.time, completion: $0) }
    }

    /// Changes the value depending on the current one, without overwriting concurrent writes, and waits for the result.
    ///
    /// - Parameters:
    ///   - update: Called with the current value as Foundation's JSON for each attempt, at most 25 times. Returns the
    ///     new value; `NSNull()` removes, `nil` aborts.
    ///   - applyLocally: Whether subscribers of this client receive the new value before the back end acknowledges it.
    /// - Returns: The outcome and the final value.
    /// - Throws: `WebcomError` with the reason if the transaction fails.
    @discardableResult
    public func runTransaction(
        onJSON update: @escaping @Sendable (_ current: Any?) -> Any?, applyLocally: Bool = true
    ) async throws(WebcomError) -> DatasyncTransaction.Result {
        let place = requiringManager
        let outcome = try await place.outcome(on: callbackQueue) {
            place.runTransaction(isVisible: applyLocally, onJSON: update, completion: $0)
        }
        let value = DatasyncValue(LocatedValue(outcome, at: location), application: application)
        return DatasyncTransaction.Result(status: outcome.isCommitted ? .committed : .aborted, value: value)
    }

    /// Waits for the first event, which may report the cached value.
    ///
    /// - Parameters:
    ///   - eventType: The events; the first one is returned.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    /// - Returns: The event; its subscription is cancelled.
    /// - Throws: `WebcomError` with the reason for a revocation; `cancelled` if the task or the subscription is
    ///   cancelled first.
    public func firstEvent(
        of eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line
    ) async throws(WebcomError) -> DatasyncEvent {
        let wait = FirstEventWait()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard wait.begin(continuation) else { return }
                let subscription = subscription(
                    to: eventType, childrenConstraint: childrenConstraint, file: file, line: line, queue: nil,
                    onEvent: { event in
                        event.subscription.cancel()
                        wait.settle(.success(event))
                    },
                    onCompletion: { completion in
                        guard case .revocation(let reason) = completion else {
                            return wait.settle(.failure(.waitCancelled))
                        }
                        wait.settle(.failure(reason))
                    })
                wait.attach(subscription)
            }
        } onCancel: {
            wait.cancel()
        }.get()
    }
}

/// A task's wait for the first event of a subscription.
private final class FirstEventWait: Sendable {
    typealias Continuation = CheckedContinuation<Result<DatasyncEvent, WebcomError>, Never>

    private struct State: Sendable {
        var continuation: Continuation?
        var subscription: DatasyncSubscription?
        var hasEnded = false
    }

    private let state = Guarded(State())

    /// Starts the wait; ends it and returns `false` if the task was already cancelled.
    func begin(_ continuation: Continuation) -> Bool {
        let isWaiting = state.withLock { state in
            if !state.hasEnded { state.continuation = continuation }
            return !state.hasEnded
        }
        if !isWaiting { continuation.resume(returning: .failure(.waitCancelled)) }
        return isWaiting
    }

    /// Sets the subscription; cancels it if the wait has ended.
    func attach(_ subscription: DatasyncSubscription) {
        let hasEnded = state.withLock { state in
            state.subscription = subscription
            return state.hasEnded
        }
        if hasEnded { subscription.cancel() }
    }

    /// Ends the wait; no effect if it has already ended.
    func settle(_ result: Result<DatasyncEvent, WebcomError>) {
        let continuation = state.withLock { state -> Continuation? in
            state.hasEnded = true
            defer { state.continuation = nil }
            return state.continuation
        }
        continuation?.resume(returning: result)
    }

    /// Ends the wait because its task was cancelled.
    func cancel() {
        settle(.failure(.waitCancelled))
        state.withLock(\.subscription)?.cancel()
    }
}
