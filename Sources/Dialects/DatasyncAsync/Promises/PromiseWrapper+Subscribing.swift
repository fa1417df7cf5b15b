import DatasyncClient
public import Dispatch

/// Subscriptions of a wrapper; they work like the node's, because a subscription is not a promise.
extension DatasyncNode.PromiseWrapper {
    /// Subscribes to events, like the node, and delivers them on the main actor.
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
        wrapped.subscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line,
            onEvent: eventCallback, onCompletion: completionCallback)
    }

    /// Subscribes to events, and delivers them on `queue`; `nil` means the manager's default queue.
    @discardableResult
    public func subscribe(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onEvent eventCallback: @escaping @Sendable (_ event: DatasyncEvent) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        wrapped.subscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line, queue: queue,
            onEvent: eventCallback, onCompletion: completionCallback)
    }

    /// Subscribes to decoded values, like the node, and delivers them on the main actor.
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
        wrapped.decodedValueSubscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line,
            onValue: decodedValueCallback, onCompletion: completionCallback)
    }

    /// Subscribes to decoded values, and delivers them on `queue`; `nil` means the manager's default queue.
    @discardableResult
    public func decodedValueSubscribe<Value: Decodable & Sendable>(
        to eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        stores: Bool = true, file: StaticString = #fileID, line: UInt = #line, queue: DispatchQueue?,
        onValue decodedValueCallback: @escaping @Sendable (_ decodedValue: Value) -> Void,
        onCompletion completionCallback: (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? = nil
    ) -> DatasyncSubscription? {
        wrapped.decodedValueSubscribe(
            to: eventType, childrenConstraint: childrenConstraint, stores: stores, file: file, line: line, queue: queue,
            onValue: decodedValueCallback, onCompletion: completionCallback)
    }
}
