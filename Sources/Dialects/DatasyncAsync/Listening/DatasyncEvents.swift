public import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// The events of a node, as an asynchronous sequence.
///
/// ```swift
/// for try await event in node.events(.childEvent, delivery: .coalescing) {
///     print(event.eventType, event.key, event.isAcknowledged)
/// }
/// ```
///
/// Each iterator makes its own subscription; <doc:Sequences> describes how it ends. If the back end revokes the subscription,
/// or the manager is released, the iterator throws the reason after all earlier events.
public struct DatasyncEvents: AsyncSequence, Sendable {
    /// The error type of the sequence.
    public typealias Failure = WebcomError

    let node: DatasyncNode
    let eventType: DatasyncEventType
    let constraint: DatasyncChildrenConstraint
    let policy: DatasyncDeliveryPolicy

    /// Subscribes, and returns the iterator over the events.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(
            node: node, order: constraint.order, buffer: node.buffer(eventType, eventType.interest, constraint, policy))
    }

    /// An iterator with its own subscription.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let node: DatasyncNode
        /// The order of a value's children.
        let order: Order
        package let buffer: EventStreamBuffer
        /// The buffer's subscription, set with the first event.
        private var subscription: DatasyncSubscription?

        init(node: DatasyncNode, order: Order, buffer: EventStreamBuffer) {
            self.node = node
            self.order = order
            self.buffer = buffer
        }

        /// Returns the next event, and waits for it if none is buffered.
        ///
        /// - Returns: The event; `nil` once the subscription or the task has been cancelled, and after an error.
        /// - Throws: `WebcomError`: the reason for a revocation or a failed subscription, `released`, or `overflow`.
        public mutating func next() async throws(WebcomError) -> DatasyncEvent? {
            guard let event = try await buffer.next() else { return nil }
            if subscription == nil { subscription = buffer.subscription }
            guard let subscription else { return nil }
            return DatasyncEvent(event, of: node, subscription: subscription, order: order)
        }

        /// Returns the next event, like ``next()``; `nil` once the subscription or the task has been cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> DatasyncEvent? {
            try await next()
        }
    }
}

extension DatasyncEvents: CustomStringConvertible {
    /// The node, the events, the constraint and the delivery policy.
    public var description: String { "DatasyncEvents(\(node), \(eventType), \(constraint), \(policy))" }
}

extension DatasyncEvents.AsyncIterator: CustomStringConvertible {
    /// The subscription; the node if the subscription failed.
    public var description: String {
        "AsyncIterator(\(buffer.subscription?.description ?? node.description))"
    }
}
