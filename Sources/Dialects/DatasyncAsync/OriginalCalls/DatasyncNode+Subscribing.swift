import DatasyncClient
import DatasyncConcurrency
public import Dispatch

/// Subscriptions with closures, as in the original Swift API.
extension DatasyncNode {
    /// Subscribes to events, and delivers them on the main queue.
    ///
    /// The callbacks never run inside this call.
    ///
    /// - Parameters:
    ///   - eventType: The events to subscribe to.
    ///   - childrenConstraint: The children that the subscription covers.
    ///   - stores: Whether the manager retains the subscription. If `false`, it ends when the returned object is released.
    ///   - file: The source file of the call, for debug descriptions.
    ///   - line: The source line of the call, for debug descriptions.
    ///   - eventCallback: Called for each event, first for the current state.
    ///   - completionCallback: Called once, last. Without it, a revocation goes to the application's diagnostics.
    /// - Returns: The subscription; `nil` if it could not be made; the application's diagnostics then report the reason.
    @discardableResult
    public func subscribe(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line,
        onEvent eventCallback: @escaping @MainActor (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@MainActor (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        subscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line,
            queue: mainQueue, onEvent: onMain(eventCallback), onCompletion: completionCallback.map(onMain))
    }

    /// Subscribes to events, and delivers them on `queue`; `nil` means the manager's default queue.
    @discardableResult
    public func subscribe(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        do throws(WebcomError) {
            return try listen(
                to: eventType, window: try childrenConstraint.window(), stores: stores, file: file, line: line,
                queue: queue, onEvent: eventCallback, onCompletion: completionCallback)
        } catch {
            location.client.diagnose(error)
            return nil
        }
    }

    /// Subscribes to decoded values, and delivers them on the main queue.
    ///
    /// Values that cannot be decoded are skipped.
    ///
    /// - Parameters:
    ///   - eventType: The events to subscribe to.
    ///   - childrenConstraint: The children that the subscription covers.
    ///   - stores: Whether the manager retains the subscription. If `false`, it ends when the returned object is released.
    ///   - file: The source file of the call, for debug descriptions.
    ///   - line: The source line of the call, for debug descriptions.
    ///   - decodedValueCallback: Called for each value that can be decoded.
    ///   - completionCallback: Called once, last. Without it, a revocation goes to the application's diagnostics.
    /// - Returns: The subscription; `nil` if it could not be made; the application's diagnostics then report the reason.
    @discardableResult
    public func decodedValueSubscribe<Value: Decodable & Sendable>(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line,
        onValue decodedValueCallback: @escaping @MainActor (_ decodedValue: Value) -> Void,
        onCompletion completionCallback: (@MainActor (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        decodedValueSubscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line,
            queue: mainQueue, onValue: onMain(decodedValueCallback), onCompletion: completionCallback.map(onMain))
    }

    /// Subscribes to decoded values, and delivers them on `queue`; `nil` means the manager's default queue.
    @discardableResult
    public func decodedValueSubscribe<Value: Decodable & Sendable>(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onValue decodedValueCallback: @escaping @Sendable (_ decodedValue: Value) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        subscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line, queue: queue,
            onEvent: { event in
                if let value: Value = event.value.decoded() { decodedValueCallback(value) }
            }, onCompletion: completionCallback)
    }
}
