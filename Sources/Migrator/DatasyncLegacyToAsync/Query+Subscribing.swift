public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
public import Dispatch
public import MigrationSupport

extension Query {
    /// Subscribes to events of the query's children; callbacks run on the main queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - completionCallback: Called once, last; without it, the application's diagnostics receive the error of a
    ///     revocation.
    /// - Returns: The subscription; on failure, as for a node, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@MainActor (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, file: file, line: line, queue: .main, onEvent: onMain(eventCallback),
            onCompletion: completionCallback.map(onMain))
    }

    /// Subscribes to events of the query's children; callbacks run on a queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the callbacks; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - completionCallback: Called once, last; without it, the application's diagnostics receive the error of a
    ///     revocation.
    /// - Returns: The subscription; on failure, as for a node, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription {
        node.listen(
            to: eventType, file: file, line: line, queue: queue,
            window: { () throws(WebcomError) in try legacy.window() }, onEvent: eventCallback,
            onCompletion: completionCallback)
    }

    /// Subscribes to events of the query's children with a closure for revocations; callbacks run on the main queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - revokedCallback: Called once, last, when the back end revokes the subscription or it could not be made;
    ///     without it, the application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, as for a node, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@MainActor (_ reason: WebcomError) -> Void)?
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, file: file, line: line, onEvent: eventCallback, onCompletion: whenRevoked(revokedCallback))
    }

    /// Subscribes to events of the query's children with a closure for revocations; callbacks run on a queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the callbacks; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - revokedCallback: Called once, last, when the back end revokes the subscription or it could not be made;
    ///     without it, the application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, as for a node, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@Sendable (_ reason: WebcomError) -> Void)?
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, file: file, line: line, queue: queue, onEvent: eventCallback,
            onCompletion: whenRevoked(queued: revokedCallback))
    }

    /// Cancels the subscriptions of exactly this query that include any of these events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: The events; a subscription matches if it includes any of them.
    ///   - only: The only subscription to cancel, if it matches; `nil` cancels all that match.
    public func unsubscribeAll(_ events: DatasyncEventType, only: DatasyncSubscription? = nil) {
        guard let window = try? legacy.window() else { return }
        node.unsubscribeAll(events, window, only: only)
    }
}
