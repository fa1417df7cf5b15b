/// The kind of an event, with its name in the original clients.
package enum EventKind: String, Sendable, CaseIterable {
    case valueChange = "value"
    case valueAcknowledgement = "value_ack"
    case childAddition = "child_added"
    case childChange = "child_changed"
    case childRemoval = "child_removed"
    case childMove = "child_moved"
    case childAcknowledgement = "child_ack"

    package var isChild: Bool { self != .valueChange && self != .valueAcknowledgement }
    package var isAcknowledgement: Bool { self == .valueAcknowledgement || self == .childAcknowledgement }
}
