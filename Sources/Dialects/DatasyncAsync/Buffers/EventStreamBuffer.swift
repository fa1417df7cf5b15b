package import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncTree

/// The buffer between the subscription of one iterator and its consumer.
package final class EventStreamBuffer: Sendable {
    /// The continuation of a waiting consumer.
    ///
    /// An unsafe continuation takes a third of the time. It is safe here: the lock ensures that exactly one caller takes and
    /// resumes it.
    private typealias Waiter = UnsafeContinuation<Result<Event?, WebcomError>, Never>

    private struct State: Sendable {
        var buffer: EventBuffer
        /// The final result, delivered after the buffered events.
        var end: Result<Event?, WebcomError>?
        var waiter: Waiter?
        var subscription: DatasyncSubscription?
        /// The buffer's membership among the sequences that end with a manager.
        var membership: SequenceMembers.Membership?
    }

    private let state: Guarded<State>
    private let path: String

    /// Subscribes, and buffers the events that arrive before the first ``next()``.
    ///
    /// - Parameters:
    ///   - policy: The buffering for a slow consumer.
    ///   - interest: The kinds of events of the subscription.
    ///   - order: The order of the children in the subscription's constraint.
    ///   - path: The path of the node, for errors.
    ///   - subscribe: Makes the subscription, which must call ``push(_:)`` and ``end(_:)`` immediately.
    package init(
        _ policy: EventBuffer.Policy, interest: Interest, order: Order = .priority, at path: String,
        subscribe: (EventStreamBuffer) throws(WebcomError) -> DatasyncSubscription
    ) {
        self.path = path
        state = Guarded(State(buffer: EventBuffer(policy, interest: interest, order: order)))
        do throws(WebcomError) {
            try policy.check(at: path)
            let subscription = try subscribe(self)
            let hasEnded = state.withLock { state in
                state.subscription = subscription
                return state.end != nil
            }
            if hasEnded { subscription.cancel() }
        } catch {
            state.withLock { $0.end = .failure(error) }
        }
    }

    deinit { state.withLock(\.subscription)?.cancel() }

    package var subscription: DatasyncSubscription? { state.withLock(\.subscription) }

    /// Retains the membership that ends the sequence when its manager is released.
    func retain(_ membership: SequenceMembers.Membership) { state.withLock { $0.membership = membership } }

    /// Whether a consumer waits for the next event.
    package var hasWaiter: Bool { state.withLock { $0.waiter != nil } }

    /// Returns the next event; `nil` at the end, and immediately when the task is cancelled.
    ///
    /// - Throws: `WebcomError`, once, after all events: the reason why the subscription failed or was revoked, `released`, or
    ///   `overflow`. `cancelled` if another task calls this method at the same time, which is a mistake.
    package func next() async throws(WebcomError) -> Event? {
        // Taking a buffered event here avoids leaving the caller's actor.
        if !Task.isCancelled, let ready = state.withLock({ Self.take(from: &$0) }) { return try ready.get() }
        let event = try await withTaskCancellationHandler {
            await withUnsafeContinuation { waiter in
                let (ready, displaced): (Result<Event?, WebcomError>?, Waiter?) = state.withLock { state in
                    if let ready = Self.take(from: &state) { return (ready, nil) }
                    defer { state.waiter = waiter }
                    return (nil, state.waiter)
                }
                if let ready { waiter.resume(returning: ready) }
                displaced?.resume(returning: .failure(secondConsumer))
            }
        } onCancel: {
            cancel()
        }.get()
        // An event that raced with the cancellation is discarded like the buffered ones.
        return Task.isCancelled ? nil : event
    }

    private var secondConsumer: WebcomError {
        WebcomError(
            .cancelled, at: path,
            "Two tasks wait for the next event of one iterator at \(path); make an iterator for each task.")
    }

    private static func take(from state: inout State) -> Result<Event?, WebcomError>? {
        if let event = state.buffer.pop() { return .success(event) }
        defer { if state.end != nil { state.end = .success(nil) } }
        return state.end
    }

    package func push(_ event: Event) {
        let action: (resumed: (Waiter, Event)?, overflown: DatasyncSubscription?) = state.withLock { state in
            guard state.end == nil else { return (nil, nil) }
            guard state.buffer.push(event) else {
                state.end = .failure(
                    WebcomError(
                        .overflow, at: path,
                        "More events of \(path) arrived than the bound of the sequence allows to wait; take them faster, "
                            + "or use another delivery policy."))
                return (nil, state.subscription)
            }
            // Even an event for a waiting consumer passes through the buffer, which records the events taken.
            guard let waiter = state.waiter, let next = state.buffer.pop() else { return (nil, nil) }
            state.waiter = nil
            return ((waiter, next), nil)
        }
        if let (waiter, next) = action.resumed { waiter.resume(returning: .success(next)) }
        action.overflown?.cancel()
    }

    package func end(_ ending: Ending) {
        switch ending {
        case .revoked(let reason): end(.failure(WebcomError(reason)))
        case .cancelled: end(.success(nil))
        }
    }

    /// Ends the sequence with an error after the buffered events, because its manager was released.
    package func release() { end(.failure(.released)) }

    private func end(_ end: Result<Event?, WebcomError>) {
        let waiter: Waiter? = state.withLock { state in
            guard state.end == nil else { return nil }
            if case .success = end {
                // The application has cancelled, so it expects no more events.
                state.buffer.removeAll()
            }
            state.end = end
            defer { state.waiter = nil }
            return state.waiter
        }
        guard let waiter, let last = state.withLock({ Self.take(from: &$0) }) else { return }
        waiter.resume(returning: last)
    }

    /// Returns the result of a closure; if it throws, the sequence ends.
    func endingOnError<Value>(_ body: () throws(WebcomError) -> Value) throws(WebcomError) -> Value {
        do throws(WebcomError) {
            return try body()
        } catch {
            cancel()
            throw error
        }
    }

    /// Discards the buffered events and cancels the subscription; every later ``next()`` returns `nil`.
    private func cancel() {
        let (waiter, subscription): (Waiter?, DatasyncSubscription?) = state.withLock { state in
            state.buffer.removeAll()
            state.end = .success(nil)
            defer { state.waiter = nil }
            return (state.waiter, state.subscription)
        }
        waiter?.resume(returning: .success(nil))
        subscription?.cancel()
    }
}

extension EventBuffer.Policy {
    /// Checks that a bound is at least 1.
    ///
    /// - Throws: `WebcomError` `invalidConstraint` for a bound below 1.
    fileprivate func check(at path: String) throws(WebcomError) {
        guard case .bounded(let most) = self, most < 1 else { return }
        throw WebcomError(
            .invalidConstraint, at: path,
            "The delivery policy .bounded(\(most)) of a sequence at \(path) leaves room for no event; use 1 or more, "
                + "or .lossless.")
    }
}
