package import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine
public import DatasyncPromise
import DatasyncTree

extension Webcom.ServerlessDbNode {
    /// Subscribes a callback to events of this node.
    ///
    /// A callback has at most one subscription for the same node, events and constraint; a repeated call returns the active
    /// one. If the back end refuses the subscription, the callback receives a revocation.
    ///
    /// - Parameters:
    ///   - events: The events to deliver.
    ///   - callback: Called for each event, on its own queue.
    ///   - constraint: The range and limit of the children.
    /// - Returns: A promise of the subscription; rejected if the path or the constraint is invalid.
    @discardableResult
    public func subscribe(
        _ events: some WebcomEventDescriptor, _ callback: Webcom.Callback, _ constraint: Webcom.Constraint = .None
    ) -> Promise<Webcom.Subscription> {
        do throws(WebcomError) {
            let query = try location.query(try constraint.window())
            let handle = listener(events.selection, callback, query)
            return location.fulfilled(Webcom.Subscription(client: location.client, handle: handle, node: self))
        } catch {
            return location.rejected(error)
        }
    }

    /// Subscribes a webhook to events of this node: the back end sends them, also while no client runs.
    ///
    /// ```swift
    /// orders.subscribe(Webcom.Event.Child.Addition, Webcom.Webhook("https://example.org/orders"))
    ///     .done { subscription in print(subscription.id, subscription.secret ?? "") }.catch { error in print(error) }
    /// ```
    ///
    /// - Parameters:
    ///   - events: The events to send, with their values; they cannot be without data.
    ///   - webhook: The receiver.
    /// - Returns: A promise of the subscription; rejected with `permissionDenied` if the rules do not allow it, or with
    ///   `unavailable` if the back end has no webhooks.
    @discardableResult
    public func subscribe(
        _ events: some WebcomEventDescriptor, _ webhook: Webcom.Webhook
    ) -> Promise<Webcom.LongTermSubscription> {
        location.subscribe(events.selection.interest, hidesData: events.selection.hidesData, webhook)
    }

    /// Cancels a callback's subscriptions to this node; its subscriptions to other nodes stay active.
    ///
    /// - Parameter callback: The callback; it receives one completion for each subscription.
    public func unsubscribe(_ callback: Webcom.Callback) {
        guard let path = try? location.checkedPath.get() else { return }
        location.client.listeners.cancel(at: path) { $0.owner == ObjectIdentifier(callback) }
    }

    package func listener(
        _ selection: Webcom.EventSelection, _ callback: Webcom.Callback, _ query: DatasyncEngine.Query
    ) -> SubscriptionHandle {
        let settings = callback.settings
        if !callback.namesQueue { _ = location.client.mainQueue() }
        var interest = selection.interest
        if settings.includesAcknowledgements {
            interest.insert(interest.contains(.valueChange) ? .valueAcknowledgement : .childAcknowledgement)
        }
        let (client, location, variant) = (
            location.client, location, selection.variant(interest, isOnce: settings.isOnce)
        )
        return SubscriptionHandle.subscribe(
            client, to: query, interest: interest, delivery: .queue(callback.queue),
            retained: .init(owner: ObjectIdentifier(callback), variant: variant, isShared: true)
        ) { handle, event in
            if settings.isOnce { client.listeners.cancel(handle, at: query.path) }
            let shown = LocatedValue(event, of: location, order: query.window.order)
            let received = Webcom.ReceivedEvent(kind: .event(event.kind))
            callback.body(
                Webcom.DataSnapshot(selection.hidesData ? shown.hidden : shown, event: received),
                event.previousKey?.text)
        } ended: { ending in
            callback.end(ending, selection, of: query, at: location)
        }
    }
}

extension Webcom.Callback {
    /// Delivers the completion to its closure, or else to the callback itself; then applies the cache policy.
    fileprivate func end(
        _ ending: DatasyncEngine.Ending, _ selection: Webcom.EventSelection, of query: DatasyncEngine.Query,
        at location: Location
    ) {
        var reason: WebcomError?
        if case .revoked(let error) = ending { reason = WebcomError(error) }
        let finish = { @Sendable [policy] (chosen: Webcom.CachePolicy?) in
            location.client.engine.apply((chosen ?? policy).policy, to: query)
        }
        if reason != nil, !selection.reportsRevocations {
            finish(nil)
        } else if let onCanceled = settings.onCanceled?.value {
            location.client.deliveryQueue(onCanceled.queue).post { [reason] in finish(onCanceled.body(reason)) }
        } else if let onRevoked = settings.onRevoked?.value {
            if let reason { deliver(reason, to: onRevoked, location.client) }
            finish(nil)
        } else {
            let event = Webcom.ReceivedEvent(kind: reason == nil ? .cancelation : .revocation)
            let nothing = LocatedValue(.null, at: location, isAcknowledged: true)
            body(Webcom.DataSnapshot(nothing, event: event, error: reason), nil)
            finish(nil)
        }
    }
}

extension Webcom.LongTermSubscription {
    /// Replaces the events.
    ///
    /// - Parameter events: The events to send from now on.
    /// - Returns: A promise of the subscription with these events.
    @discardableResult
    public func update(_ events: some WebcomEventDescriptor) -> Promise<Webcom.LongTermSubscription> {
        update(to: events.selection.interest, hidesData: events.selection.hidesData)
    }
}

extension Webcom.ServerlessDb {
    /// Lists the user's subscriptions that outlive the client, the oldest first.
    ///
    /// - Returns: A promise of the subscriptions, of all clients of the user.
    public func getLongTermSubscriptions() -> Promise<[Webcom.LongTermSubscription]> {
        Location(client: client).longTermSubscriptions()
    }
}
