public import DatasyncClient
import DatasyncEngine

/// The events of a node, for `for try await`.
///
/// Each iterator has a subscription of its own, made with it and ended with it or with its task. A revocation is thrown after
/// everything before it was delivered.
public struct DatasyncEvents: AsyncSequence, Sendable {
    /// What the sequence throws.
    public typealias Failure = WebcomError

    let node: DatasyncNode
    let eventType: DatasyncEventType
    let constraint: DatasyncChildrenConstraint
    let policy: DatasyncDeliveryPolicy

    /// Subscribes.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(node: node, buffer: node.buffer(eventType, eventType.interest, constraint, policy))
    }

    /// A subscription that is asked for its events.
    public struct AsyncIterator: AsyncIteratorProtocol {
        let node: DatasyncNode
        let buffer: EventStreamBuffer

        /// The next event; `nil` once the subscription was cancelled.
        public mutating func next() async throws(WebcomError) -> DatasyncEvent? {
            guard let event = try await buffer.next(), let subscription = buffer.subscription as? DatasyncSubscription
            else { return nil }
            return DatasyncEvent(event, of: node, subscription: subscription)
        }

        /// The next event; `nil` once the subscription was cancelled.
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(WebcomError) -> DatasyncEvent? {
            try await next()
        }
    }
}

extension DatasyncEvents: CustomStringConvertible, CustomDebugStringConvertible {
    /// The node, the events, the constraint and the delivery policy.
    public var description: String { "DatasyncEvents(\(node), \(eventType), \(constraint), \(policy))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncEvents.AsyncIterator: CustomStringConvertible, CustomDebugStringConvertible {
    /// The subscription, or the node that could not be subscribed to.
    public var description: String {
        "AsyncIterator(\((buffer.subscription as? DatasyncSubscription)?.description ?? node.description))"
    }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncNode {
    /// Subscribes for one iterator.
    func buffer(
        _ eventType: DatasyncEventType, _ interest: Interest, _ constraint: DatasyncChildrenConstraint,
        _ policy: DatasyncDeliveryPolicy
    ) -> EventStreamBuffer {
        EventStreamBuffer(policy.policy, interest: interest, at: path) { buffer throws(WebcomError) in
            try subscription(
                to: eventType, interest: interest, window: try constraint.window(), delivery: .immediate
            ) { [weak buffer] _, event in
                buffer?.push(event)
            } ended: { [weak buffer] _, ending in
                buffer?.end(ending)
            }
        }
    }

    /// The events of the node.
    ///
    /// - Parameters:
    ///   - eventType: Which.
    ///   - childrenConstraint: Which children to show.
    ///   - delivery: How a slow consumer is treated.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func events(
        _ eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        delivery: DatasyncDeliveryPolicy = .lossless
    ) -> DatasyncEvents {
        DatasyncEvents(node: self, eventType: eventType, constraint: childrenConstraint, policy: delivery)
    }

    /// The events of one kind, or of a combination, as values that carry just what such an event has.
    ///
    /// - Parameters:
    ///   - type: Which, for instance `ChildAddition.self` or `ChildEvent.self`.
    ///   - childrenConstraint: Which children to show.
    ///   - delivery: How a slow consumer is treated.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func events<Typed: DatasyncTypedEvent>(
        of type: Typed.Type, childrenConstraint: DatasyncChildrenConstraint = .all,
        delivery: DatasyncDeliveryPolicy = .lossless
    ) -> AsyncCompactMapSequence<DatasyncEvents, Typed> {
        events(Typed.eventType, childrenConstraint: childrenConstraint, delivery: delivery).compactMap { Typed($0) }
    }
}
