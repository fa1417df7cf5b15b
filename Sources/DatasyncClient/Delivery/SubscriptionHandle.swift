import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree
package import Dispatch

/// A subscription as a dialect holds it: the engine's registration, delivered through a delivery queue.
///
/// After ``cancel()`` has returned inside a delivery, or on a serial delivery queue, no event follows. Called elsewhere, as on
/// another thread of a concurrent delivery queue, at most the one delivery that is running finishes. The ending is
/// delivered once, last.
package final class SubscriptionHandle: Sendable {
    private struct State: Sendable {
        var registration: RegistrationID?
        var present: Event?
        var isCancelled = false
        /// Whether the engine has ended it, though what it raised before may still be on its way.
        var hasEnded = false
        /// Whether it was cancelled because what held it went away.
        var isImplicit = false
        var policy: DatasyncCompletedSubscriptionPolicy?
    }

    #if DEBUG
        // Its release cancels, and so may call out.
        private let sentinel = ReleaseSentinel()
    #endif
    private let client: Client
    private let query: Query
    private let state: Guarded<State>

    private init(client: Client, query: Query, policy: DatasyncCompletedSubscriptionPolicy?) {
        self.client = client
        self.query = query
        state = Guarded(State(policy: policy))
    }

    /// Makes the client retain a subscription until it ends, and says how it is found in the client's table.
    package struct Retention: Sendable {
        let owner: ObjectIdentifier?
        let variant: Int
        /// Whether an equal subscription of the same owner stands for this one.
        let isShared: Bool

        package init(owner: ObjectIdentifier? = nil, variant: Int = 0, isShared: Bool = false) {
            self.owner = owner
            self.variant = variant
            self.isShared = isShared
        }
    }

    /// Where events and the ending are delivered.
    package enum Delivery: Sendable {
        /// On a queue; on the client's default queue when `nil`.
        case queue(DispatchQueue?)
        /// On whatever thread, at once, for what only keeps them for later.
        case immediate
    }

    /// Registers at the engine.
    ///
    /// `delivery`: Where events and the ending are delivered.
    /// `retention`: Given when the client retains the subscription, which retains the client, until it ends. Otherwise the
    /// subscription ends with its handle.
    /// `policy`: The cache policy at the end; `nil` when the dialect applies one itself.
    /// `willStart`: Called with the handle before the first event.
    /// - Returns: The handle; that of an equal subscription when the retention shares it.
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
        if let empty = WebcomError(emptyWindowOf: query) { client.diagnostics(empty) }
        willStart(handle)
        let post = client.post(delivery)
        let sink = Engine.Sink { [weak handle] event in
            post { [weak handle] in
                guard let handle, !handle.isCancelled else { return }
                deliver(handle, event)
            }
        } ended: { [weak handle, retained = retention.map { _ in client }] ending in
            handle?.state.withLock { $0.hasEnded = true }
            // The handle stays until the ending is delivered, and with it the events that were raised before.
            post { [handle] in
                // Who has cancelled before the revocation was delivered hears of the cancellation.
                ended(handle?.isCancelled ?? true ? .cancelled : ending)
                guard let handle else { return }
                handle.applyPolicy()
                retained?.listeners.remove(handle, at: query.path)
            }
        }
        let (id, present) = client.engine.listen(to: query, interest: interest, sink: sink)
        let isCancelled = handle.state.withLock { state in
            state.registration = id
            state.present = present
            return state.isCancelled
        }
        if isCancelled { client.engine.unlisten(id) }
        return handle
    }

    deinit {
        cancel(isImplicit: true)
        // Also when it was cancelled before: the ending, which is still on its way, does not find the handle any more.
        applyPolicy()
    }

    /// What becomes of the cached data; counts until the ending has been delivered.
    package var policy: DatasyncCompletedSubscriptionPolicy? {
        get { state.withLock(\.policy) }
        set { state.withLock { $0.policy = newValue } }
    }

    /// Applies the policy, once.
    private func applyPolicy() {
        let policy = state.withLock { state in
            defer { state.policy = nil }
            return state.policy?.policy(isImplicit: state.isImplicit)
        }
        if let policy { client.engine.apply(policy, to: query) }
    }

    /// What there was to show when a standing subscription was made, before any event; the caller takes it once.
    package func takePresent() -> Event? {
        state.withLock { state in
            defer { state.present = nil }
            return state.present
        }
    }

    /// Whether nothing more is raised: it was cancelled, or revoked, though the ending may not be delivered yet.
    package var hasEnded: Bool { state.withLock { $0.hasEnded || $0.isCancelled } }

    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    /// Ends the subscription.
    ///
    /// - Parameter isImplicit: Whether that is because what held it went away.
    package func cancel(isImplicit: Bool = false) {
        let registration = state.withLock { state -> RegistrationID? in
            if state.isCancelled { return nil }
            state.isImplicit = isImplicit
            state.isCancelled = true
            return state.registration
        }
        if let registration { client.engine.unlisten(registration) }
    }
}

extension Client {
    fileprivate func post(
        _ delivery: SubscriptionHandle.Delivery
    ) -> @Sendable (@escaping DeliveryQueue.Block) -> Void {
        switch delivery {
        case .immediate: return { block in block() }
        case .queue(let queue):
            let deliveryQueue = deliveryQueue(queue)
            return { block in deliveryQueue.post(block) }
        }
    }
}

extension SubscriptionHandle: CustomStringConvertible {
    /// The path, the window, the events while the client lists the subscription, and whether it is active.
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
    /// The diagnostic of a query that can show no child, as its bounds are in the wrong order; `nil` for others.
    fileprivate init?(emptyWindowOf query: Query) {
        guard query.window.isEmpty, let start = query.window.start?.text, let end = query.window.end?.text else {
            return nil
        }
        let (first, last) = (start.quoted(atMost: 40), end.quoted(atMost: 40))
        self.init(
            .invalidConstraint, at: query.path.description,
            "The constraint from \(first) to \(last) at \(query.path) shows no child, as \(first) sorts after \(last); "
                + "swap the bounds.")
    }
}
