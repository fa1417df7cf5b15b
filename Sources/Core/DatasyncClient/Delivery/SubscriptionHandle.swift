import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree
package import Dispatch
import Synchronization

/// A dialect's subscription: an engine registration with its delivery queue.
///
/// After `cancel(isImplicit:)` returns inside a delivery or on a serial delivery queue, no more events follow. If it is called
/// elsewhere, for example on another thread of a concurrent delivery queue, at most the one running delivery finishes. The
/// completion is delivered once, last.
package final class SubscriptionHandle: Sendable {
    private struct State: Sendable {
        var registration: RegistrationID?
        var present: Event?
        /// Whether the engine has ended the registration; earlier events may still be undelivered.
        var hasEnded = false
        /// Whether releasing the owner caused the cancellation.
        var isImplicit = false
        var policy: DatasyncCompletedSubscriptionPolicy?
    }

    #if DEBUG
        // The deinit cancels the subscription, which may run the application's code.
        private let sentinel = ReleaseSentinel()
    #endif
    private let client: Client
    private let query: Query
    private let state: Guarded<State>
    /// Whether the subscription was cancelled; set under the state's lock, and read before each delivery without it.
    private let cancelled = Atomic(false)

    private init(client: Client, query: Query, policy: DatasyncCompletedSubscriptionPolicy?) {
        self.client = client
        self.query = query
        state = Guarded(State(policy: policy))
    }

    /// The search keys of a subscription that the client retains until it ends.
    package struct Retention: Sendable {
        let owner: ObjectIdentifier?
        let variant: Int
        /// Whether an equal active subscription of the same owner is used instead of a new one.
        let isShared: Bool

        package init(owner: ObjectIdentifier? = nil, variant: Int = 0, isShared: Bool = false) {
            self.owner = owner
            self.variant = variant
            self.isShared = isShared
        }
    }

    /// The way to deliver events and the completion.
    package enum Delivery: Sendable {
        /// Delivers on a queue; on the client's default queue if `nil`.
        case queue(DispatchQueue?)
        /// Delivers synchronously on any thread, for receivers that only buffer.
        case immediate
    }

    /// Registers a subscription with the engine.
    ///
    /// - Parameters:
    ///   - client: The client.
    ///   - query: The query to subscribe to.
    ///   - interest: The events to receive.
    ///   - delivery: The way to deliver events and the completion.
    ///   - retention: If given, the client and the subscription retain each other until the subscription ends. Otherwise the
    ///     subscription is cancelled when its handle is released.
    ///   - policy: The cache policy to apply at the end; `nil` if the dialect applies one itself.
    ///   - willStart: Called with the handle before the first event.
    ///   - deliver: Called with the handle and each event.
    ///   - ended: Called once, last.
    /// - Returns: The handle; the handle of an equal active subscription if the retention is shared.
    package static func subscribe(
        _ client: Client, to query: Query, interest: Interest, delivery: Delivery, retained retention: Retention? = nil,
        policy: DatasyncCompletedSubscriptionPolicy? = nil, willStart: (SubscriptionHandle) -> Void = { _ in },
        event deliver: @escaping @Sendable (SubscriptionHandle, Event) -> Void,
        ended: @escaping @Sendable (Ending) -> Void
    ) -> SubscriptionHandle {
        let handle = SubscriptionHandle(client: client, query: query, policy: policy)
        if let retention {
            let entry = ListenerTable.Entry(
                query: query, interest: interest, owner: retention.owner, variant: retention.variant, handle: handle)
            if let present = client.listeners.add(entry, isShared: retention.isShared) {
                return present.handle
            }
        }
        if let empty = WebcomError(emptyWindowOf: query) { client.diagnose(empty) }
        willStart(handle)
        let queue = client.deliveryQueue(of: delivery)
        let finish = { @Sendable [weak handle, retained = retention.map { _ in client }] (ending: Ending) in
            handle?.state.withLock { $0.hasEnded = true }
            // The block retains the handle until the completion is delivered, so that earlier events are delivered too.
            let complete = { @Sendable [handle] in
                // If the application cancelled before the revocation was delivered, the completion is a cancellation.
                ended(handle?.isCancelled ?? true ? .cancelled : ending)
                guard let handle else { return }
                handle.applyPolicy()
                retained?.listeners.remove(handle, at: query.path)
            }
            if let queue { queue.post(complete) } else { complete() }
        }
        let sink = Engine.Sink(
            deliveryQueue: queue,
            event: { [weak handle] event in
                guard let handle, !handle.isCancelled else { return }
                deliver(handle, event)
            }, ended: finish)
        // While the closure waits, only a retained subscription keeps its handle.
        client.perform { [weak handle, retained = retention.map { _ in handle }] engine in
            switch engine {
            case .success(let engine):
                let (id, present) = engine.listen(to: query, interest: interest, sink: sink)
                let isCancelled = handle?.began(id, present) ?? true
                if isCancelled { engine.unlisten(id) }
            case .failure(let error): finish(.revoked(error.cause))
            }
            withExtendedLifetime(retained) {}
        }
        return handle
    }

    deinit {
        cancel(isImplicit: true)
        // Needed after an explicit cancel too: an undelivered completion finds the weak handle `nil` and applies no policy.
        applyPolicy()
    }

    /// The cache policy of the subscription; changes apply until the completion has been delivered.
    package var policy: DatasyncCompletedSubscriptionPolicy? {
        get { state.withLock(\.policy) }
        set { state.withLock { $0.policy = newValue } }
    }

    /// Records the engine's registration; returns whether the subscription was already cancelled.
    private func began(_ id: RegistrationID, _ present: Event?) -> Bool {
        state.withLock { state in
            state.registration = id
            state.present = present
            return isCancelled
        }
    }

    /// Applies the policy at most once.
    private func applyPolicy() {
        let policy = state.withLock { state in
            defer { state.policy = nil }
            return state.policy?.policy(isImplicit: state.isImplicit)
        }
        if let policy { client.engine.apply(policy, to: query) }
    }

    /// Returns the initial value of a live subscription, before any event, and clears it.
    package func takePresent() -> Event? {
        state.withLock { state in
            defer { state.present = nil }
            return state.present
        }
    }

    /// Whether the subscription was cancelled or revoked; the completion may still be undelivered.
    package var hasEnded: Bool { isCancelled || state.withLock(\.hasEnded) }

    package var isCancelled: Bool { cancelled.load(ordering: .acquiring) }

    /// Cancels the subscription; no effect if it is already cancelled.
    ///
    /// - Parameter isImplicit: Whether releasing the owner caused the cancellation.
    package func cancel(isImplicit: Bool = false) {
        let registration = state.withLock { state -> RegistrationID? in
            if isCancelled { return nil }
            state.isImplicit = isImplicit
            cancelled.store(true, ordering: .releasing)
            return state.registration
        }
        if let registration { client.engine.unlisten(registration) }
    }
}

extension Client {
    /// Returns the queue for a delivery mode; `nil` if it delivers immediately.
    fileprivate func deliveryQueue(of delivery: SubscriptionHandle.Delivery) -> DeliveryQueue? {
        switch delivery {
        case .immediate: nil
        case .queue(let queue): deliveryQueue(queue)
        }
    }
}

extension SubscriptionHandle: CustomStringConvertible {
    /// The path, the window, the events if the client retains the subscription, and whether it is active.
    package var description: String {
        let entry = client.listeners.entry(of: self, at: query.path)
        return text(events: entry?.interest.description)
    }

    /// Returns the path, the window, the given events, and whether the subscription is active.
    package func text(events: String?) -> String {
        ["\(query.path)", "\(query.window)", events, hasEnded ? "ended" : "active"].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension WebcomError {
    /// Makes the diagnostic for a query whose window is empty because its bounds are swapped; `nil` for other queries.
    fileprivate init?(emptyWindowOf query: Query) {
        guard query.window.isEmpty, let start = query.window.start, let end = query.window.end else { return nil }
        let (first, last) = (query.window.text(start), query.window.text(end))
        self.init(
            .invalidConstraint, at: query.path.description,
            "The constraint from \(first) to \(last) at \(query.path) shows no child, as \(first) sorts after \(last); "
                + "swap the bounds.")
    }
}
