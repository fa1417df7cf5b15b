import DatasyncClient
public import Dispatch

/// Subscriptions of the promise form, which are those of the node: a subscription is no promise.
extension DatasyncNode.PromiseWrapper {
    /// Subscribes to events, as the node does; the callbacks run on the main actor.
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

    /// Subscribes to events, as the node does; the callbacks run on a queue.
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

    /// Subscribes to decoded values, as the node does; the callbacks run on the main actor.
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

    /// Subscribes to decoded values, as the node does; the callbacks run on a queue.
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
