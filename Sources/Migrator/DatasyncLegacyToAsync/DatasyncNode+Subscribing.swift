public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension DatasyncNode {
    /// Subscribes to events and always returns a subscription; callbacks run on the main queue.
    ///
    /// The manager retains the subscription. If path, constraint or event type is invalid, or the manager is released,
    /// no subscription is made: the completion receives the error as a revocation.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - completionCallback: Called once, last; without it, the application's diagnostics receive the error of a
    ///     revocation.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@MainActor (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, childrenConstraint: childrenConstraint, file: file, line: line, queue: .main,
            onEvent: onMain(eventCallback), onCompletion: completionCallback.map(onMain))
    }

    /// Subscribes to events and always returns a subscription; callbacks run on a queue.
    ///
    /// Fails like the overload without a queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the callbacks; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - completionCallback: Called once, last; without it, the application's diagnostics receive the error of a
    ///     revocation.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription {
        listen(
            to: eventType, file: file, line: line, queue: queue,
            window: { () throws(WebcomError) in try childrenConstraint.window() }, onEvent: eventCallback,
            onCompletion: completionCallback)
    }
}

/// Subscriptions with a closure for revocations, as in the legacy dialect; cancellations are not reported.
extension DatasyncNode {
    /// Subscribes to events and always returns a subscription; callbacks run on the main queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - revokedCallback: Called once, last, when the back end revokes the subscription or it could not be made;
    ///     without it, the application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@MainActor (_ reason: WebcomError) -> Void)?
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, childrenConstraint: childrenConstraint, file: file, line: line, onEvent: eventCallback,
            onCompletion: whenRevoked(revokedCallback))
    }

    /// Subscribes to events and always returns a subscription; callbacks run on a queue.
    ///
    /// - Parameters:
    ///   - eventType: The events to deliver.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the callbacks; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - revokedCallback: Called once, last, when the back end revokes the subscription or it could not be made;
    ///     without it, the application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func subscription(
        to eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@Sendable (_ reason: WebcomError) -> Void)?
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, childrenConstraint: childrenConstraint, file: file, line: line, queue: queue,
            onEvent: eventCallback, onCompletion: whenRevoked(queued: revokedCallback))
    }
}
