package import DatasyncClient
import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncTree
public import Dispatch

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

    /// Subscribes with closures, which retain the node until the completion is delivered.
    package func listen(
        to eventType: DatasyncEventType, window: @autoclosure () throws(WebcomError) -> Window, stores: Bool,
        file: StaticString, line: UInt, queue: DispatchQueue?, onEvent: @escaping @Sendable (DatasyncEvent) -> Void,
        onCompletion: (@Sendable (DatasyncSubscriptionCompletion) -> Void)?
    ) throws(WebcomError) -> DatasyncSubscription {
        let order = (try? window().order) ?? .priority
        return try subscription(
            to: eventType, interest: eventType.interest, window: try window(),
            delivery: .queue(queue ?? callbackQueue), stores: stores, file: file, line: line
        ) { subscription, event in
            onEvent(DatasyncEvent(event, of: self, subscription: subscription, order: order))
        } ended: { [weak manager] subscription, ending in
            if let subscription { manager?.forget(subscription) }
            if let onCompletion { return onCompletion(DatasyncSubscriptionCompletion(ending)) }
            if case .revoked(let error) = ending { self.location.client.diagnose(WebcomError(error)) }
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

    /// Makes a subscription that ends when the returned object is released, unless the manager stores it.
    ///
    /// - Throws: `WebcomError` `released` without a manager, `unknownEvent` without an event, or the query's error.
    package func subscription(
        to eventType: DatasyncEventType, interest: Interest,
        window: @autoclosure () throws(WebcomError) -> Window, delivery: SubscriptionHandle.Delivery,
        stores: Bool = false, file: StaticString = #fileID, line: UInt = #line,
        event deliver: @escaping @Sendable (DatasyncSubscription, Event) -> Void,
        ended: @escaping @Sendable (DatasyncSubscription?, Ending) -> Void
    ) throws(WebcomError) -> DatasyncSubscription {
        guard let manager else { throw .released }
        guard !interest.isEmpty else {
            throw WebcomError(
                .unknownEvent, at: path, "No event was asked for at \(path); set at least one flag of the event type.")
        }
        let query = try location.query(try window())
        let subscription = DatasyncSubscription(eventType, file: file, line: line)
        if stores { manager.store(subscription) }
        _ = SubscriptionHandle.subscribe(
            location.client, to: query, interest: interest, delivery: delivery,
            retained: stores ? .init(owner: ObjectIdentifier(manager)) : nil,
            policy: manager.defaultCompletedSubscriptionPolicy, willStart: subscription.attach
        ) { [weak subscription] _, event in
            if let subscription { deliver(subscription, event) }
        } ended: { [weak subscription] ending in
            ended(subscription, ending)
        }
        return subscription
    }
}
