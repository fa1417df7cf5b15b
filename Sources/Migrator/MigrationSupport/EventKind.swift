/// The kind of events of a subscription, for code that chooses it at run time.
///
/// New code passes an event descriptor or an event type.
///
/// ```swift
/// let kind = shows ? EventKind.childAdded : .childRemoved
/// node.subscription(named: kind) { event, _ in print(event) }
/// ```
public enum EventKind: Int, EventNames, Sendable {
    /// A child was added.
    case childAdded
    /// A child was removed.
    case childRemoved
    /// A child changed.
    case childChanged
    /// A child moved to another position in the order.
    case childMoved
    /// The value of the node changed.
    case value

    /// The name of the event as a list of one.
    public var eventNames: [String] {
        switch self {
        case .childAdded: ["child_added"]
        case .childRemoved: ["child_removed"]
        case .childChanged: ["child_changed"]
        case .childMoved: ["child_moved"]
        case .value: ["value"]
        }
    }
}
