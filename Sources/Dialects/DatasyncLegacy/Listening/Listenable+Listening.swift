package import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine
import DatasyncTree
public import Dispatch

extension Listenable {
    /// A closure for events: receives a snapshot and, for child events except removals, the key of the previous child.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.Callback, or events of DatasyncEvent")
    #endif
    public typealias EventCallback = @Sendable (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void
    /// The same closure on the main actor.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.Callback, or events of DatasyncEvent")
    #endif
    public typealias MainEventCallback = @MainActor (_ snapshot: DataSnapshot, _ previousChildKey: String?) -> Void

    /// Registers a listener for events, delivered on the main queue.
    ///
    /// - Parameters:
    ///   - events: One or several of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed`, `child_moved` and `child_ack`.
    ///   - callback: Called for each event, first for the current state.
    ///   - revoked: Called once, last, when the back end revokes the subscription or the call is invalid. Without it, a
    ///     diagnostic reports the error.
    /// - Returns: A handle for `off`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use subscribe(Webcom.Event.…, callback), or for try await over events(…)")
    #endif
    @discardableResult
    public func on(
        _ events: some EventNames, _ callback: @escaping MainEventCallback,
        revoked: (@MainActor (WebcomError) -> Void)? = nil
    ) -> Listener {
        on(events, queue: query.location.client.mainQueue(), onMain(callback), revoked: revoked.map(onMain))
    }

    /// Registers a listener like ``on(_:_:revoked:)``, with the closures on `queue`; `nil` is the application's default queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use subscribe(Webcom.Event.…, callback), or for try await over events(…)")
    #endif
    @discardableResult
    public func on(
        _ events: some EventNames, queue: DispatchQueue?, _ callback: @escaping EventCallback,
        revoked: (@Sendable (WebcomError) -> Void)? = nil
    ) -> Listener {
        query.listen(events, queue, revoked) { _, snapshot, previous in callback(snapshot, previous) }
    }

    /// Registers a listener for the first matching event, delivered on the main queue.
    ///
    /// - Parameters:
    ///   - events: The names, as for `on`; even with child events, only one event is delivered.
    ///   - callback: Called once.
    ///   - revoked: Called instead of `callback` when the back end refuses the subscription or the call is invalid. Without it,
    ///     a diagnostic reports the error.
    /// - Returns: A handle for `off`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), or try await value()")
    #endif
    @discardableResult
    public func once(
        _ events: some EventNames, _ callback: @escaping MainEventCallback,
        revoked: (@MainActor (WebcomError) -> Void)? = nil
    ) -> Listener {
        once(events, queue: query.location.client.mainQueue(), onMain(callback), revoked: revoked.map(onMain))
    }

    /// Registers a listener like ``once(_:_:revoked:)``, with the closures on `queue`; `nil` is the application's default
    /// queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use get(), or try await value()")
    #endif
    @discardableResult
    public func once(
        _ events: some EventNames, queue: DispatchQueue?, _ callback: @escaping EventCallback,
        revoked: (@Sendable (WebcomError) -> Void)? = nil
    ) -> Listener {
        let (client, path) = (query.location.client, query.location.path)
        return query.listen(events, queue, revoked) { handle, snapshot, previous in
            client.listeners.cancel(handle, at: path)
            callback(snapshot, previous)
        }
    }

    /// Cancels all listeners of this node or query.
    ///
    /// Listeners of other queries of the same node stay active.
    #if LegacyWarnings
        @available(*, deprecated, message: "use unsubscribe(callback), or cancel the subscription or task")
    #endif
    public func off() { query.end(.allKinds, nil) }

    /// Cancels the listeners of this node or query that receive any of the given events.
    ///
    /// An unknown event has no effect, and a diagnostic reports it.
    ///
    /// - Parameters:
    ///   - events: One name or several; a listener for several events is cancelled as a whole.
    ///   - listener: The only listener to cancel; all when `nil`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use unsubscribe(callback), or cancel the subscription or task")
    #endif
    public func off(_ events: some EventNames, _ listener: Listener? = nil) {
        do throws(WebcomError) {
            query.end(try events.interest(forEnding: true), listener)
        } catch {
            query.location.client.diagnose(error.located(at: query.location.path))
        }
    }
}

extension EventNames {
    /// Returns the kinds of events like ``interest()``, but also accepts names of both families.
    package func interest(forEnding: Bool) throws(WebcomError) -> Interest {
        var interest: Interest = []
        for name in eventNames { interest.formUnion(try name.interest()) }
        return interest
    }
}

#if LegacyWarnings
    @available(*, deprecated, message: "use a node with Webcom.Constraint or DatasyncChildrenConstraint")
#endif
extension Query {
    fileprivate func listen(
        _ events: some EventNames, _ queue: DispatchQueue?, _ revoked: (@Sendable (WebcomError) -> Void)?,
        _ deliver: @escaping @Sendable (SubscriptionHandle, DataSnapshot, String?) -> Void
    ) -> Listener {
        let (client, location) = (location.client, location)
        do throws(WebcomError) {
            let interest = try events.interest()
            let query = try location.query(try window())
            let handle = SubscriptionHandle.subscribe(
                client, to: query, interest: interest, delivery: .queue(queue), retained: .init()
            ) { handle, event in
                let value = LocatedValue(event, of: location, order: query.window.order)
                deliver(handle, DataSnapshot(value, kind: event.kind), event.previousKey?.text)
            } ended: { ending in
                if case .revoked(let reason) = ending { report(WebcomError(reason), client, revoked) }
            }
            return Listener(handle)
        } catch {
            let error = error.located(at: location.path)
            client.deliveryQueue(queue).post { report(error, client, revoked) }
            return Listener(nil)
        }
    }

    fileprivate func end(_ interest: Interest, _ listener: Listener?) {
        guard let query = try? location.query(try window()) else { return }
        location.client.listeners.cancel(at: query.path) { entry in
            entry.owner == nil && entry.query == query && !entry.interest.isDisjoint(with: interest)
                && (listener == nil || entry.handle === listener?.handle)
        }
    }
}

/// Reports an error to the closure for revocations, else to the application's diagnostics.
private func report(_ error: WebcomError, _ client: Client, _ revoked: (@Sendable (WebcomError) -> Void)?) {
    if let revoked { revoked(error) } else { client.diagnose(error) }
}
