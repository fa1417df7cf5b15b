public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension DatasyncNode {
    /// Subscribes to events, and gives the subscription whatever comes; callbacks are called on the main queue.
    ///
    /// The manager stores the subscription. Where path, constraint or event type make no sense, or the manager is gone,
    /// nothing is subscribed, and that is told like a revocation.
    ///
    /// - Parameters:
    ///   - eventType: What to be called for.
    ///   - childrenConstraint: Which children to show.
    ///   - file: Where it is made, for debugging.
    ///   - line: Where it is made, for debugging.
    ///   - eventCallback: Called for each event, first for the present state.
    ///   - completionCallback: Called once, last. Without it a revocation is told to the application's diagnostics.
    /// - Returns: The subscription.
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

    /// Subscribes to events, and gives the subscription whatever comes; callbacks are called on a queue.
    ///
    /// - Parameters:
    ///   - eventType: What to be called for.
    ///   - childrenConstraint: Which children to show.
    ///   - file: Where it is made, for debugging.
    ///   - line: Where it is made, for debugging.
    ///   - queue: Where the callbacks are called; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the present state.
    ///   - completionCallback: As above.
    /// - Returns: The subscription.
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
