public import DatasyncClient
import DatasyncLegacy
public import DatasyncLive
public import Dispatch

/// A live object or collection with string events, for code of the legacy dialect.
///
/// The events are `loadingStatusChanged`, `dataStatusChanged`, `dataUpdated`, `hasMoreChanged` and `dataError`.
///
/// ```swift
/// let user = node.namedLiveObject()
/// user.on("dataUpdated") { update in print(update.dataStatus) }
/// ```
public protocol NamedLiveData: Sendable {
    /// The snapshots of the dialect.
    associatedtype Model: Sendable
    /// The source of the events.
    var source: NamedLiveSource<Model> { get }
}

extension NamedLiveData {
    /// Registers a listener for an event, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. Any other name has no effect, and a diagnostic reports it.
    ///   - callback: Called for each event of this name.
    public func on(_ event: String, _ callback: @escaping @MainActor (_ update: DatasyncLiveUpdate<Model>) -> Void) {
        source.emitter.on(event, source.main(callback))
    }

    /// The same as `on(_:_:)`, with a closure that does not need the update.
    public func on(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        on(event) { _ in callback() }
    }

    /// The same as `on(_:_:)`, with the closure on `queue`; `nil` means the object's own queue.
    public func on(
        _ event: String, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ update: DatasyncLiveUpdate<Model>) -> Void
    ) {
        source.emitter.on(event, queue: queue, source.sendable(callback))
    }

    /// Registers a listener for the next event of a name, called on the main queue.
    ///
    /// - Parameters:
    ///   - event: The name of the event. Any other name has no effect, and a diagnostic reports it.
    ///   - callback: Called once.
    public func once(_ event: String, _ callback: @escaping @MainActor (_ update: DatasyncLiveUpdate<Model>) -> Void) {
        source.emitter.once(event, source.main(callback))
    }

    /// The same as `once(_:_:)`, with a closure that does not need the update.
    public func once(_ event: String, _ callback: @escaping @MainActor () -> Void) {
        once(event) { _ in callback() }
    }

    /// The same as `once(_:_:)`, with the closure on `queue`; `nil` means the object's own queue.
    public func once(
        _ event: String, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ update: DatasyncLiveUpdate<Model>) -> Void
    ) {
        source.emitter.once(event, queue: queue, source.sendable(callback))
    }

    /// Removes the event's listeners; the object stays active.
    ///
    /// - Parameter event: The name of the event. Any other name has no effect, and a diagnostic reports it.
    public func removeAllListeners(_ event: String) { source.emitter.removeAllListeners(event) }

    /// Removes all listeners; the object stays active and accepts new listeners.
    public func removeAllListeners() { source.emitter.removeAllListeners() }

    /// Ends the object: cancels its subscriptions, removes its listeners and sets both statuses to `error`.
    public func dispose() { source.emitter.dispose() }

    /// The progress of the request to the back end.
    public var loadingStatus: LoadingStatus { source.emitter.loadingStatus }

    /// The state of the data: none, local, acknowledged by the back end, or failed.
    public var dataStatus: DataStatus { source.emitter.dataStatus }

    /// The reason for a failed request; `nil` without a failure and after ``dispose()``.
    public var error: WebcomError? { source.emitter.error }
}
