/// The order of the children of a queried node.
package enum Order: Hashable, Sendable {
    case key
    case value
    /// The value at a path below each child; the path has at least one key.
    case child(Path)
    /// The priority of each child: the order of a query that names no other.
    case priority

    /// Returns the value that decides the place of a child; equal values go by key.
    package func value(of child: Node) -> IndexValue {
        switch self {
        case .key: .null
        case .value: IndexValue(child)
        case .child(let path): IndexValue(child[path])
        case .priority: IndexValue(child.priority)
        }
    }

    func position(of key: Key, _ child: Node) -> IndexPosition { IndexPosition(value: value(of: child), key: key) }

    /// Returns whether a change of a child is a move; both values are other than null and differ.
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
    /// The form of the protocol: `.key`, `.value`, `.priority` or the path of the child.
    package var description: String {
        switch self {
        case .key: ".key"
        case .value: ".value"
        case .child(let path): path.relativeText
        case .priority: ".priority"
        }
    }

    /// Reads the form of the protocol.
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
    /// - Throws: ``DatasyncError`` `invalidConstraint` if the path is empty or invalid; the path of a priority is.
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

/// The value by which a query orders a child: null, a primitive, or one value for all nodes with children.
///
/// The order is: null, false, true, numbers ascending, strings by UTF-16 code units, nodes with children.
package struct IndexValue: Hashable, Sendable {
    /// The value without its priority.
    private let node: Node

    package static let null = IndexValue(.null)
    /// The value of all nodes with children.
    package static let children = IndexValue(node: Node.null.setting(.boolean(true), for: Key(index: 0)))

    private init(node: Node) { self.node = node }

    package init(_ node: Node) {
        self = node.isLeaf || node.isNull ? IndexValue(node: node.withoutPriority) : .children
    }

    package init(_ primitive: Primitive?) { node = primitive.map(Node.leaf) ?? .null }

    /// The primitive; `nil` for null and for nodes with children.
    package var primitive: Primitive? { node.primitive }

    package var isNull: Bool { node.isNull }

    private var rank: Int {
        switch node.content {
        case .null: 0
        case .leaf(.boolean(let flag)): flag ? 2 : 1
        case .leaf(.number): 3
        case .leaf(.string): 4
        case .inner: 5
        }
    }
}

extension IndexValue: Comparable {
    package static func < (left: IndexValue, right: IndexValue) -> Bool {
        switch (left.node.primitive, right.node.primitive) {
        case (.number(let mine)?, .number(let theirs)?): mine < theirs
        case (.string(let mine)?, .string(let theirs)?): mine.precedesInUTF16(theirs)
        default: left.rank < right.rank
        }
    }
}

/// The place of a child in an order.
@usableFromInline
package struct IndexPosition: Hashable, Sendable {
    let value: IndexValue
    let key: Key
}

extension IndexPosition: Comparable {
    @usableFromInline
    package static func < (left: IndexPosition, right: IndexPosition) -> Bool {
        left.value == right.value ? left.key < right.key : left.value < right.value
    }
}
