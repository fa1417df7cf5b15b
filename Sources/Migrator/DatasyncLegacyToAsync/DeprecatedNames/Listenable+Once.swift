public import DatasyncAsync
public import DatasyncClient
public import DatasyncLegacy
public import Dispatch
import MigrationSupport

@available(*, deprecated, message: "use subscription(…) of a node; see Migration/LegacyToAsync.md")
extension Listenable {
    /// Subscribes to the first matching event only; closures run on the main queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - callback: Called at most once.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription, for `off`.
    @available(
        *, deprecated, message: "use try await value(), or the first of events(…); see Migration/LegacyToAsync.md"
    )
    @discardableResult
    public func once(
        _ events: some EventNames,
        _ callback: @escaping @MainActor (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@MainActor (_ error: WebcomError) -> Void)? = nil
    ) -> DatasyncSubscription {
        query.firstEvent(named: events, callback, revoked: revoked)
    }

    /// Subscribes to the first matching event only; closures run on a queue.
    ///
    /// - Parameters:
    ///   - events: One or several names of one family: `value` and `value_ack`, or `child_added`, `child_changed`,
    ///     `child_removed` and `child_ack`.
    ///   - queue: The queue of the closures; the application's default queue when `nil`.
    ///   - callback: Called at most once.
    ///   - revoked: Called once, last, when the back end revokes the subscription or an argument is invalid; without
    ///     it, the application's diagnostics receive the error.
    /// - Returns: The subscription, for `off`.
    @available(
        *, deprecated, message: "use try await value(), or the first of events(…); see Migration/LegacyToAsync.md"
    )
    @discardableResult
    public func once(
        _ events: some EventNames, queue: DispatchQueue?,
        _ callback: @escaping @Sendable (_ snapshot: any DatasyncSnapshot, _ previousChildKey: String?) -> Void,
        revoked: (@Sendable (_ error: WebcomError) -> Void)? = nil
    ) -> DatasyncSubscription {
        query.firstEvent(named: events, queue: queue, callback, revoked: revoked)
    }
}
