import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension DatasyncNode {
    /// The values of the node, decoded; the present one first, and the latest for a slow consumer.
    ///
    /// - Parameters:
    ///   - type: What to decode.
    ///   - childrenConstraint: Which children to show.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func values<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all
    ) -> DatasyncValues<Value> {
        DatasyncValues(events: events(.valueChange, childrenConstraint: childrenConstraint, delivery: .coalescing))
    }

    /// The children of the node in order, decoded, as they are and after each change.
    ///
    /// - Parameters:
    ///   - type: The type to decode. With ``FailableDecodable`` a child that cannot be decoded has a row with the error.
    ///   - childrenConstraint: The children to show.
    ///   - undecodable: The treatment of a child that cannot be decoded.
    /// - Returns: A sequence; each iterator subscribes for itself.
    public func children<Value: Decodable & Sendable>(
        as type: Value.Type, childrenConstraint: DatasyncChildrenConstraint = .all,
        undecodable: DatasyncUndecodableChildPolicy = .skip
    ) -> DatasyncRows<Value> {
        DatasyncRows(node: self, constraint: childrenConstraint, undecodable: undecodable)
    }
}
