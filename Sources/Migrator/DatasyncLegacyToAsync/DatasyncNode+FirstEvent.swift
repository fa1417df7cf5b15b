public import DatasyncAsync
public import DatasyncClient
public import Dispatch

extension DatasyncNode {
    /// Subscribes to the first event; callbacks run on the main queue.
    ///
    /// The subscription is cancelled before the callback is called.
    ///
    /// - Parameters:
    ///   - eventType: The events; the first one is delivered.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - eventCallback: Called at most once.
    ///   - revokedCallback: Called when the back end revokes the subscription or it could not be made; without it, the
    ///     application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func firstEvent(
        of eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@MainActor (_ reason: WebcomError) -> Void)? = nil
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, childrenConstraint: childrenConstraint, file: file, line: line,
            onEvent: { event in
                event.subscription.cancel()
                eventCallback(event)
            }, onRevoked: revokedCallback)
    }

    /// Subscribes to the first event; callbacks run on a queue.
    ///
    /// The subscription is cancelled before the callback is called.
    ///
    /// - Parameters:
    ///   - eventType: The events; the first one is delivered.
    ///   - childrenConstraint: The children to deliver.
    ///   - file: The file of the call, for debugging.
    ///   - line: The line of the call, for debugging.
    ///   - queue: The queue of the callbacks; the manager's default queue when `nil`.
    ///   - eventCallback: Called at most once.
    ///   - revokedCallback: Called when the back end revokes the subscription or it could not be made; without it, the
    ///     application's diagnostics receive the error.
    /// - Returns: The subscription; on failure, one that has already ended.
    @discardableResult
    public func firstEvent(
        of eventType: DatasyncEventType, childrenConstraint: DatasyncChildrenConstraint = .all,
        file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onRevoked revokedCallback: (@Sendable (_ reason: WebcomError) -> Void)? = nil
    ) -> DatasyncSubscription {
        subscription(
            to: eventType, childrenConstraint: childrenConstraint, file: file, line: line, queue: queue,
            onEvent: { event in
                event.subscription.cancel()
                eventCallback(event)
            }, onRevoked: revokedCallback)
    }
}
