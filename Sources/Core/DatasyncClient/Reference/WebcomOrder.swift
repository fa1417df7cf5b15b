package import DatasyncTree

/// The order of the children that a query covers.
///
/// ```swift
/// contacts.subscribe(Webcom.Event.Child.Move, callback, .orderBy(.child("age")).first(10))
/// for try await rows in node.children(as: Contact.self, childrenConstraint: .ordered(by: .child("age"), first: 10)) {}
/// ```
///
/// Index values are ordered: null, false, true, numbers, strings, nodes with children. Equal values are ordered by key.
public enum WebcomOrder: Sendable, Hashable {
    /// By key: integers by value, then the other keys by UTF-16 code units.
    case key
    /// By the value of each child.
    case value
    /// By the value at a path below each child.
    case child(String)
    /// By the priority of each child; children without one come first.
    case priority

    /// The engine's order; by key if this one is invalid.
    package var checked: Order { (try? order()) ?? .key }

    package func order() throws(DatasyncError) -> Order {
        switch self {
        case .key: .key
        case .value: .value
        case .child(let path): try Order.child(path)
        case .priority: .priority
        }
    }
}

extension WebcomOrder: CustomStringConvertible {
    /// `key`, `value`, `priority`, or the path of the child.
    public var description: String {
        switch self {
        case .key: "key"
        case .value: "value"
        case .child(let path): "child \(path.quoted(atMost: 40))"
        case .priority: "priority"
        }
    }
}
