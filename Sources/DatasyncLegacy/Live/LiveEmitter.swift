import DatasyncClient
import DatasyncConcurrency
public import DatasyncLive
public import Dispatch

/// A live object or collection as something that events are heard of.
///
/// The events are `loadingStatusChanged`, `dataStatusChanged`, `dataUpdated`, `hasMoreChanged` and `dataError`; those of one
/// change are delivered in this order. A listener is called for changes from then on, and for `dataUpdated` at once while the
/// data are local; fresh data that are there already can be read from the properties.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public protocol LiveEmitter: Sendable {
    /// What the events come from.
    var live: LiveHandle { get }
}

/// What a live object or collection is made of.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.LiveObject or DatasyncLiveObject")
#endif
public struct LiveHandle: Sendable {
    let source: LiveController<LocatedValue?>
}

extension LiveEmitter {
    /// Calls a closure for each event of a name, on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - callback: Called each time.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
        live.on(event, queue: live.source.location.client.mainQueue(), isOnce: false, onMain(callback))
    }

    /// Calls a closure for each event of a name, on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - callback: Called each time.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        on(event) { _ in callback() }
    }

    /// Calls a closure for each event of a name, on a queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - queue: Where the closure is called; the object's own queue when `nil`.
    ///   - callback: Called each time.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { }, or for await over updates")
    #endif
    public func on(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
    ) {
        live.on(event, queue: queue, isOnce: false, callback)
    }

    /// Calls a closure for the next event of a name, on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - callback: Called once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(_ event: String, _ callback: @escaping @MainActor (_ update: LiveUpdate) -> Void) {
        live.on(event, queue: live.source.location.client.mainQueue(), isOnce: true, onMain(callback))
    }

    /// Calls a closure for the next event of a name, on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - callback: Called once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        once(event) { _ in callback() }
    }

    /// Calls a closure for the next event of a name, on a queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event.
    ///   - queue: Where the closure is called; the object's own queue when `nil`.
    ///   - callback: Called once.
    #if LegacyWarnings
        @available(*, deprecated, message: "use observe { } and invalidate its token, or the first of updates")
    #endif
    public func once(
        _ event: String, queue: DispatchQueue?, _ callback: @escaping @Sendable (_ update: LiveUpdate) -> Void
    ) {
        live.on(event, queue: queue, isOnce: true, callback)
    }

    /// Has nobody called for an event of a name any more; the object goes on.
    #if LegacyWarnings
        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
    #endif
    public func removeAllListeners(_ event: String) {
        if let change = live.change(event) { live.source.removeListeners(of: change) }
    }

    /// Has nobody called any more; the object goes on, and can be listened to again.
    #if LegacyWarnings
        @available(*, deprecated, message: "use invalidate() of the token, or end the task")
    #endif
    public func removeAllListeners() { live.source.removeListeners() }

    /// Ends the object: nobody is called any more, nothing is subscribed to, both statuses are `error`.
    ///
    /// Doing it again is harmless. Without it the object ends when nobody holds it.
    #if LegacyWarnings
        @available(*, deprecated, message: "use dispose() of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public func dispose() { live.source.dispose() }

    /// How far asking the back end is.
    #if LegacyWarnings
        @available(*, deprecated, message: "use loadingStatus of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var loadingStatus: LoadingStatus { live.source.shown.record.loadingStatus }

    /// What the data are worth.
    #if LegacyWarnings
        @available(*, deprecated, message: "use dataStatus of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var dataStatus: DataStatus { live.source.shown.record.dataStatus }

    /// What went wrong; `nil` while nothing is.
    #if LegacyWarnings
        @available(*, deprecated, message: "use error of Webcom.LiveObject or DatasyncLiveObject")
    #endif
    public var error: WebcomError? { live.source.shown.error }
}

extension LiveHandle {
    fileprivate func on(
        _ event: String, queue: DispatchQueue?, isOnce: Bool, _ callback: @escaping @Sendable (LiveUpdate) -> Void
    ) {
        guard let change = change(event) else { return }
        let number = source.listen(for: change, isOnce: isOnce, wantsLocal: change == .data, queue: queue) {
            callback(LiveUpdate($0))
        }
        if number == nil { source.reportDisposal(at: "A listener for \"\(event)\"") }
    }

    /// What an event name stands for; an unknown one is told to the application's diagnostics.
    fileprivate func change(_ event: String) -> LiveChange? {
        if let change = LiveChange(rawValue: event) { return change }
        source.location.client.diagnostics(.unknownEvent(event, among: LiveChange.allCases.map(\.rawValue)))
        return nil
    }
}

extension LiveHandle: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, both statuses, and whether there is more.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var description: String { "LiveHandle(\(summary))" }

    /// The description.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the live objects of another dialect")
    #endif
    public var debugDescription: String { description }
}

extension LiveHandle {
    var summary: String { "\(source.location), \(source.shown.record)" }
}
