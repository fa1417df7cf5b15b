public import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// A live object or collection, as a source of string events.
///
/// The events are `loadingStatusChanged`, `dataStatusChanged`, `dataUpdated`, `hasMoreChanged` and `dataError`; the events of
/// one change arrive in this order. A listener receives the events that follow its registration. A listener for `dataUpdated`
/// also receives local data published before; read acknowledged data from the properties.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public protocol LiveEmitter: Sendable {
    /// The source of the events.
    var live: LiveHandle { get }
}

/// The state of a live object or collection after a change, with the changes that led to it.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveUpdate or DatasyncLiveUpdate")
#endif
public typealias LiveUpdate = DatasyncLiveUpdate<DataSnapshot>

#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
extension LiveEmitter {
    /// Registers a listener for an event, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    ///   - callback: Called for each event with that name.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
        live.on(event, queue: live.source.location.client.mainQueue(), isOnce: false, onMain(callback))
    }

    /// Registers a listener for an event, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    ///   - callback: Called for each event with that name.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        on(event) { _ in callback() }
    }

    /// Registers a listener like `on(_:_:)`, with the closure on `queue`; `nil` is the object's own queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
    ) {
        live.on(event, queue: queue, isOnce: false, callback)
    }

    /// Registers a listener for the next event with a name, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    ///   - callback: Called once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
        live.on(event, queue: live.source.location.client.mainQueue(), isOnce: true, onMain(callback))
    }

    /// Registers a listener for the next event with a name, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    ///   - callback: Called once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        once(event) { _ in callback() }
    }

    /// Registers a listener like `once(_:_:)`, with the closure on `queue`; `nil` is the object's own queue.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
    ) {
        live.on(event, queue: queue, isOnce: true, callback)
    }

    /// Removes the event's listeners; the object stays active.
    ///
    /// - Parameter event: The name of the event. An unknown name has no effect, and a diagnostic reports it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
    #endif
    public func removeAllListeners(_ event: String) {
        if let change = live.change(event) { live.source.removeListeners(of: change) }
    }

    /// Removes all listeners; the object stays active, and accepts new listeners.
    #if LegacyWarnings
        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
    #endif
    public func removeAllListeners() { live.source.removeListeners() }

    /// Ends the object: cancels its subscriptions, removes its listeners and sets both statuses to `error`.
    ///
    /// Further calls have no effect. Releasing the object ends it too.
    #if LegacyWarnings
        @available(*, deprecated, message: "use dispose() of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public func dispose() { live.source.dispose() }

    /// The progress of the request to the back end.
    #if LegacyWarnings
        @available(*, deprecated, message: "use loadingStatus of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var loadingStatus: LoadingStatus { live.source.published.loadingStatus }

    /// The state of the data: none, local, acknowledged by the back end, or failed.
    #if LegacyWarnings
        @available(*, deprecated, message: "use dataStatus of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var dataStatus: DataStatus { live.source.published.dataStatus }

    /// The reason for a failed request; `nil` without a failure and after ``dispose()``.
    #if LegacyWarnings
        @available(*, deprecated, message: "use error of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var error: WebcomError? { live.source.published.error }
}
