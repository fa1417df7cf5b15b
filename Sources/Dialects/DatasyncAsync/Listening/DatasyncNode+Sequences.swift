import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// Subscriptions as sequences; those with closures are in `DatasyncNode+Subscribing.swift`.
extension DatasyncNode {
    /// Returns the events of the node as a sequence.
    ///
    /// - Parameters:
    ///   - eventType: The events to subscribe to.
    ///   - childrenConstraint: The children that the subscription covers.
    ///   - delivery: The buffering for a slow consumer.
    /// - Returns: A sequence; each iterator makes its own subscription.
    public func events(
        _ eventType: DatasyncEventType = .valueChange, childrenConstraint: DatasyncChildrenConstraint = .all,
        delivery: DatasyncDeliveryPolicy = .lossless
    ) -> DatasyncEvents {
        DatasyncEvents(node: self, eventType: eventType, constraint: childrenConstraint, policy: delivery)
    }

    /// Returns the events of one type as a sequence of typed values.
    ///
    /// - Parameters:
    ///   - type: The type of the events, for instance `DatasyncChildAddition.self` or `DatasyncChildEvent.self`.
    ///   - childrenConstraint: The children that the subscription covers.
    ///   - delivery: The buffering for a slow consumer.
    /// - Returns: A sequence; each iterator makes its own subscription.
    public func events<Typed: DatasyncTypedEvent>(
        of type: Typed.Type, childrenConstraint: DatasyncChildrenConstraint = .all,
        delivery: DatasyncDeliveryPolicy = .lossless
    ) -> AsyncCompactMapSequence<DatasyncEvents, Typed> {
        events(Typed.eventType, childrenConstraint: childrenConstraint, delivery: delivery).compactMap { Typed($0) }
    }

    /// Returns the decoded values of the node as a sequence, starting with the current value.
    ///
    /// A slow consumer receives the latest value only.
    ///
    /// - Parameters:
    ///   - type: The type to decode.
    ///   - childrenConstraint: The children that the values contain.
    /// - Returns: A sequence; each iterator makes its own subscription.
    public func values<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all
    ) -> DatasyncValues<Value> {
        DatasyncValues(events: events(.valueChange, childrenConstraint: childrenConstraint, delivery: .coalescing))
    }

    /// Returns the decoded children of the node as a sequence of lists in the order of the constraint.
    ///
    /// The first list is the current one; another follows after each change and each acknowledgement of a child.
    ///
    /// - Parameters:
    ///   - type: The type to decode. With `FailableDecodable`, a child that cannot be decoded has a row with the error.
    ///   - childrenConstraint: The children that the lists contain.
    ///   - undecodable: What to do with a child that cannot be decoded.
    /// - Returns: A sequence; each iterator makes its own subscription.
    public func children<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all,
        undecodable: DatasyncUndecodableChildPolicy = .skip
    ) -> DatasyncRows<Value> {
        DatasyncRows(node: self, constraint: childrenConstraint, undecodable: undecodable)
    }
}
