package import DatasyncEngine
import DatasyncLocking
package import Dispatch

/// A subscription as a dialect holds it: the engine's registration, delivered through a mailbox.
///
/// After ``cancel()`` has returned on the delivery queue no event follows; called elsewhere, the one that is just being
/// delivered finishes. The ending is delivered once, last.
package final class SubscriptionHandle: Sendable {
    private struct State: Sendable {
        var registration: RegistrationID?
        var isCancelled = false
    }

    private let client: Client
    private let state = Guarded(State())

    private init(client: Client) { self.client = client }

    /// How a subscription is found in the client's table, for dialects in which nobody has to hold it.
    package struct Listing: Sendable {
        let owner: ObjectIdentifier?

        package init(owner: ObjectIdentifier? = nil) { self.owner = owner }
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
    /// `listing`: Given when the subscription is kept by the client, and keeps the client, until it ends. Otherwise whoever
    /// holds the handle keeps the subscription.
    /// - Returns: The handle.
    package static func subscribe(
        _ client: Client, to query: Query, interest: Interest, delivery: Delivery, listed listing: Listing? = nil,
        willStart: (SubscriptionHandle) -> Void = { _ in },
        event deliver: @escaping @Sendable (SubscriptionHandle, Event) -> Void,
        ended: @escaping @Sendable (Ending) -> Void
    ) -> SubscriptionHandle {
        let handle = SubscriptionHandle(client: client)
        if let listing {
            client.listeners.add(.init(query: query, interest: interest, owner: listing.owner, handle: handle))
        }
        willStart(handle)
        let post = client.post(delivery)
        let sink = Engine.Sink { [weak handle] event in
            post { [weak handle] in
                guard let handle, !handle.isCancelled else { return }
                deliver(handle, event)
            }
        } ended: { [weak handle, kept = listing.map { _ in client }] ending in
            // The handle stays until the ending is delivered, and with it the events that were raised before.
            post { [handle] in
                ended(ending)
                if let handle { kept?.listeners.remove(handle) }
            }
        }
        let id = client.engine.listen(to: query, interest: interest, sink: sink)
        let isCancelled = handle.state.withLock { state in
            state.registration = id
            return state.isCancelled
        }
        if isCancelled { client.engine.unlisten(id) }
        return handle
    }

    deinit { cancel() }

    package var isCancelled: Bool { state.withLock(\.isCancelled) }

    package func cancel() {
        let registration = state.withLock { state in
            state.isCancelled = true
            return state.registration
        }
        if let registration { client.engine.unlisten(registration) }
    }
}

extension Client {
    fileprivate func post(_ delivery: SubscriptionHandle.Delivery) -> @Sendable (@escaping Mailbox.Letter) -> Void {
        switch delivery {
        case .immediate: return { letter in letter() }
        case .queue(let queue):
            let mailbox = mailbox(queue)
            return { letter in mailbox.post(letter) }
        }
    }
}
