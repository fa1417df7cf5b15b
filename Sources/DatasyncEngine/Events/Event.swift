package import DatasyncTree

/// One event, as every dialect delivers it under its own names.
package struct Event: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case valueChange = "value"
        case valueAcknowledgement = "value_ack"
        case childAddition = "child_added"
        case childChange = "child_changed"
        case childRemoval = "child_removed"
        case childAcknowledgement = "child_ack"

        package var isChild: Bool { self != .valueChange && self != .valueAcknowledgement }
        package var isAcknowledgement: Bool { self == .valueAcknowledgement || self == .childAcknowledgement }
    }

    package var kind: Kind
    /// The child, for child events.
    package let key: Key?
    /// The value of the node or child; of a removal the old one.
    package var node: Node
    /// The key just before the child inside the window; none for the first child, removals and value events.
    package var previousKey: Key?
    /// Whether the back end has confirmed what the event conveys.
    package var isAcknowledged: Bool
    /// Whether the back end has answered for the whole node, so that writes aside the event rests on what it said.
    package var isServerComplete = true
    /// Whether a write of this client raised it, just now.
    package var isOwnWrite = false
}
