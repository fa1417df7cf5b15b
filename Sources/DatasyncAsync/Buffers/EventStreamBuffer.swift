package import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine

/// The events of one iterator, between the subscription and the consumer.
package final class EventStreamBuffer: Sendable {
    /// What the feed ends when nobody asks any more.
    package typealias Subscription = any CancellableSubscription

    /// Where a consumer waits.
    private typealias Waiter = CheckedContinuation<Result<Event?, WebcomError>, Never>

    private struct State: Sendable {
        var buffer: EventBuffer
        /// How it ends, once all that was kept has been taken.
        var end: Result<Event?, WebcomError>?
        var waiter: Waiter?
        var subscription: Subscription?
    }

    private let state: Guarded<State>
    private let path: String

    /// Subscribes; nothing is lost between this and the first ``next()``.
    ///
    /// - Parameters:
    ///   - policy: How events that nobody has taken are kept.
    ///   - interest: The kinds of events that come.
    ///   - path: The path of the node, for errors.
    ///   - subscribe: Makes the subscription, which is to hand its events and its ending to the feed at once.
    package init(
        _ policy: EventBuffer.Policy, interest: Interest, at path: String,
        subscribe: (EventStreamBuffer) throws(WebcomError) -> Subscription
    ) {
        self.path = path
        state = Guarded(State(buffer: EventBuffer(policy, interest: interest)))
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

    package var subscription: Subscription? { state.withLock(\.subscription) }

    /// The next event; `nil` at the end, at once when the task is cancelled.
    package func next() async throws(WebcomError) -> Event? {
        // What is there already is taken without leaving the caller's actor.
        if !Task.isCancelled, let ready = state.withLock({ Self.take(from: &$0) }) { return try ready.get() }
        let event = try await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                let ready: Result<Event?, WebcomError>? = state.withLock { state in
                    if let ready = Self.take(from: &state) { return ready }
                    state.waiter = waiter
                    return nil
                }
                if let ready { waiter.resume(returning: ready) }
            }
        } onCancel: {
            cancel()
        }.get()
        // One that was on its way when the task was cancelled is discarded like those that waited.
        return Task.isCancelled ? nil : event
    }

    private static func take(from state: inout State) -> Result<Event?, WebcomError>? {
        if let event = state.buffer.pop() { return .success(event) }
        defer { if state.end != nil { state.end = .success(nil) } }
        return state.end
    }

    package func push(_ event: Event) {
        let action: (resumed: (Waiter, Event)?, overflown: Subscription?) = state.withLock { state in
            guard state.end == nil else { return (nil, nil) }
            guard state.buffer.push(event) else {
                state.end = .failure(
                    WebcomError(
                        .overflow, at: path,
                        "More events of \(path) arrived than the bound of the sequence allows to wait; take them faster, "
                            + "or use another delivery policy."))
                return (nil, state.subscription)
            }
            // An event that is handed to a waiting consumer passes the buffer too, which keeps account of what was taken.
            guard let waiter = state.waiter, let next = state.buffer.pop() else { return (nil, nil) }
            state.waiter = nil
            return ((waiter, next), nil)
        }
        if let (waiter, next) = action.resumed { waiter.resume(returning: .success(next)) }
        action.overflown?.cancel()
    }

    package func end(_ ending: Ending) {
        let waiter: Waiter? = state.withLock { state in
            guard state.end == nil else { return nil }
            if case .revoked(let reason) = ending {
                state.end = .failure(WebcomError(reason))
            } else {
                // The application is not interested any more: what was kept is discarded.
                state.buffer.removeAll()
                state.end = .success(nil)
            }
            defer { state.waiter = nil }
            return state.waiter
        }
        guard let waiter, let last = state.withLock({ Self.take(from: &$0) }) else { return }
        waiter.resume(returning: last)
    }

    /// The consumer is not interested any more: what was kept is discarded, the subscription ends.
    private func cancel() {
        let (waiter, subscription): (Waiter?, Subscription?) = state.withLock { state in
            state.buffer.removeAll()
            state.end = .success(nil)
            defer { state.waiter = nil }
            return (state.waiter, state.subscription)
        }
        waiter?.resume(returning: .success(nil))
        subscription?.cancel()
    }
}

/// A subscription of a dialect, as a feed holds it.
package protocol CancellableSubscription: AnyObject, Sendable {
    func cancel()
}

extension EventBuffer.Policy {
    /// Checks the bound.
    ///
    /// - Throws: ``WebcomError`` `invalidConstraint` for a bound below 1.
    fileprivate func check(at path: String) throws(WebcomError) {
        guard case .bounded(let most) = self, most < 1 else { return }
        throw WebcomError(
            .invalidConstraint, at: path,
            "The delivery policy .bounded(\(most)) of a sequence at \(path) leaves room for no event; use 1 or more, "
                + "or .lossless.")
    }
}
