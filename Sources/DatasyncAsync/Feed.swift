import DatasyncApplication
import DatasyncEngine
import DatasyncLocking

/// How a sequence treats a consumer that is slower than the events.
public enum DatasyncDeliveryPolicy: Sendable, Equatable {
    /// Every event is kept until it is taken.
    case lossless
    /// What was not taken merges, at most one event for each child: a shorter stream that leads to the same state.
    case coalescing
    /// At most so many are kept; one more ends the sequence with `overflow`, after those that were.
    case bounded(Int)

    fileprivate var policy: EventBuffer.Policy {
        switch self {
        case .lossless: .lossless
        case .coalescing: .coalescing
        case .bounded(let most): .bounded(max(1, most))
        }
    }
}

/// The events of one iterator, from the subscription to whoever asks for the next.
final class Feed: Sendable {
    /// Where a consumer waits.
    private typealias Waiter = CheckedContinuation<Result<Event?, WebcomError>, Never>

    private struct State: Sendable {
        var buffer: EventBuffer
        /// How it ends, once all that was kept has been taken.
        var end: Result<Event?, WebcomError>?
        var waiter: Waiter?
        var subscription: DatasyncSubscription?
    }

    private let state: Guarded<State>

    /// Subscribes; nothing is lost between this and the first ``next()``.
    init(
        _ node: DatasyncNode, to eventType: DatasyncEventType, interest: Interest,
        constraint: DatasyncChildrenConstraint,
        policy: DatasyncDeliveryPolicy
    ) {
        state = Guarded(State(buffer: EventBuffer(policy.policy, interest: interest)))
        do throws(WebcomError) {
            let subscription = try node.subscription(
                to: eventType, interest: interest, childrenConstraint: constraint, delivery: .immediate
            ) { [weak self] _, event in
                self?.push(event)
            } ended: { [weak self] _, ending in
                self?.end(ending)
            }
            state.withLock { $0.subscription = subscription }
        } catch {
            state.withLock { $0.end = .failure(error) }
        }
    }

    deinit { state.withLock(\.subscription)?.cancel() }

    var subscription: DatasyncSubscription? { state.withLock(\.subscription) }

    /// The next event; `nil` at the end, at once when the task is cancelled.
    func next() async throws(WebcomError) -> Event? {
        try await withTaskCancellationHandler {
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
    }

    private static func take(from state: inout State) -> Result<Event?, WebcomError>? {
        if let event = state.buffer.pop() { return .success(event) }
        defer { if state.end != nil { state.end = .success(nil) } }
        return state.end
    }

    private func push(_ event: Event) {
        let action: (waiter: Waiter?, overflown: DatasyncSubscription?) = state.withLock { state in
            guard state.end == nil else { return (nil, nil) }
            if let waiter = state.waiter {
                state.waiter = nil
                return (waiter, nil)
            }
            if state.buffer.push(event) { return (nil, nil) }
            state.end = .failure(
                WebcomError(
                    .overflow,
                    "More events came than the sequence's bound allows to wait; take them faster, or use another policy."
                ))
            return (nil, state.subscription)
        }
        action.waiter?.resume(returning: .success(event))
        action.overflown?.cancel()
    }

    private func end(_ ending: Ending) {
        let waiter: Waiter? = state.withLock { state in
            guard state.end == nil else { return nil }
            if case .revoked(let reason) = ending {
                state.end = .failure(WebcomError(reason))
            } else {
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
