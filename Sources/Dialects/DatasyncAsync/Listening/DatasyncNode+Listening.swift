package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree
package import Dispatch

extension DatasyncNode {
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
