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
