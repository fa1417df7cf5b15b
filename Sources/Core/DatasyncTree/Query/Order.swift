/// The order of the children of a queried node.
package enum Order: Hashable, Sendable {
    case key
    case value
    /// The value at a path below each child; the path has at least one key.
    case child(Path)
    /// The priority of each child: the order of a query that names no other.
    case priority

    /// Returns the value that orders a child; children with equal values are ordered by key.
    package func value(of child: Node) -> IndexValue {
        switch self {
        case .key: .null
        case .value: IndexValue(child)
        case .child(let path): IndexValue(child[path])
        case .priority: IndexValue(child.priority)
        }
    }

    package func position(of key: Key, _ child: Node) -> IndexPosition {
        IndexPosition(value: value(of: child), key: key)
    }

    /// Returns whether a child's change moves it; both values must be other than null and differ.
    func moves(_ old: Node, _ new: Node) -> Bool {
        switch self {
        case .key: false
        case .value: true
        case .child(let path): IndexValue(old[path]) != IndexValue(new[path])
        case .priority: old.priority != new.priority
        }
    }
}

extension Order: CustomStringConvertible {
    /// The order as the protocol writes it: `.key`, `.value`, `.priority` or the path of the child.
    package var description: String {
        switch self {
        case .key: ".key"
        case .value: ".value"
        case .child(let path): path.relativeText
        case .priority: ".priority"
        }
    }

    /// Reads an order as the protocol writes it.
    ///
    /// - Throws: ``DatasyncError`` `invalidConstraint` for an unknown name, or a child path that is empty or invalid.
    package init(_ text: String) throws(DatasyncError) {
        switch text {
        case ".key": self = .key
        case ".value": self = .value
        case ".priority": self = .priority
        default: self = try .child(text)
        }
    }

    /// Creates the order by a child.
    ///
    /// - Throws: ``DatasyncError`` `invalidConstraint` if the path is empty, invalid or the path of a priority.
    package static func child(_ text: String) throws(DatasyncError) -> Order {
        let path: Path
        do throws(DatasyncError) {
            path = try Path(text)
        } catch {
            throw DatasyncError(
                .invalidConstraint,
                "The order by child \(text.quoted(atMost: 40)) is not possible. \(error.message) "
                    + "Order by .value, .key or .priority for the value, key or priority of the children themselves.")
        }
        guard !path.isRoot else {
            throw DatasyncError(
                .invalidConstraint,
                "The order by child names no child; give the path of a child, or order by value.")
        }
        return .child(path)
    }
}
