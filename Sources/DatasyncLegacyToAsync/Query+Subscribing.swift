public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncLegacy
public import Dispatch
import MigrationSupport

extension Query {
    /// Subscribes to events of the children that the query shows; callbacks are called on the main queue.
    ///
    /// - Parameters:
    ///   - eventType: What to be called for.
    ///   - file: Where it is made, for debugging.
    ///   - line: Where it is made, for debugging.
    ///   - eventCallback: Called for each event, first for the present state.
    ///   - completionCallback: Called once, last. Without it a revocation is told to the application's diagnostics.
    /// - Returns: The subscription; of a query that makes no sense as for a node.
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

    /// Subscribes to events of the children that the query shows; callbacks are called on a queue.
    ///
    /// - Parameters:
    ///   - eventType: What to be called for.
    ///   - file: Where it is made, for debugging.
    ///   - line: Where it is made, for debugging.
    ///   - queue: Where the callbacks are called; the manager's default queue when `nil`.
    ///   - eventCallback: Called for each event, first for the present state.
    ///   - completionCallback: As above.
    /// - Returns: The subscription; of a query that makes no sense as for a node.
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

    /// Ends all subscriptions of exactly this query, whatever dialect or object made them.
    public func unsubscribeAll() {
        guard let window = try? legacy.window() else { return }
        node.location.unsubscribeAll(.valueFamily.union(.childFamily), window)
    }

    /// Ends the subscriptions of exactly this query that listen to any of some events, each as a whole.
    ///
    /// - Parameters:
    ///   - events: Any of these.
    ///   - only: The only one that ends, if it is among these; without it all of these end.
    public func unsubscribeAll(_ events: DatasyncEventType, only: DatasyncSubscription? = nil) {
        guard let window = try? legacy.window() else { return }
        node.unsubscribeAll(events, window, only: only)
    }
}
