/// The children that a query selects: an order, a range in it, and an optional limit from either end.
///
/// Two windows are equal if their order, range and limit are, however they were given.
package struct Window: Hashable, Sendable {
    /// The end of the range from which a limit counts.
    package enum Side: Hashable, Sendable {
        case first
        case last
    }

    /// The order, range and limit of a window other than ``Window/all``.
    private final class Parts: Sendable {
        let order: Order
        let start: Bound?
        let end: Bound?
        let limit: Int?
        let side: Side

        init(_ order: Order, _ start: Bound?, _ end: Bound?, limit: Int?, side: Side) {
            self.order = order
            self.start = start
            self.end = end
            self.limit = limit
            self.side = side
        }
    }

    /// `nil` for ``all``, so that copies and comparisons of default queries cost nothing.
    private let parts: Parts?

    /// The window of all children by priority, which makes a query the default query of its node.
    package static var all: Window { Window(parts: nil) }

    private init(parts: Parts?) { self.parts = parts }

    package var order: Order { parts?.order ?? .priority }
    package var start: Bound? { parts?.start }
    package var end: Bound? { parts?.end }
    package var limit: Int? { parts?.limit }
    package var side: Side { parts?.side ?? .first }

    /// Creates a window by key from any combination of inclusive bounds and limit; without any of them it is ``all``.
    ///
    /// - Throws: ``DatasyncError`` `invalidConstraint` if the limit is not positive or a bound is not a valid key.
    package init(start: String? = nil, end: String? = nil, limit: Int? = nil, side: Side = .first) throws(DatasyncError)
    {
        if start == nil, end == nil, limit == nil {
            self = .all
            return
        }
        try self.init(
            order: .key, start: start.map { BoundValue(.string($0)) }, end: end.map { BoundValue(.string($0)) },
            limit: limit, side: side)
    }

    /// Creates a window from an order, bounds and a limit.
    ///
    /// - Throws: ``DatasyncError`` `invalidConstraint` if the limit is not positive, or if a bound does not fit the order.
    package init(
        order: Order, start: BoundValue? = nil, end: BoundValue? = nil, limit: Int? = nil, side: Side = .first
    ) throws(DatasyncError) {
        if let limit, limit < 1 {
            throw DatasyncError(
                .invalidConstraint, "The limit \(limit) of a constraint is not positive; use 1 or more, or none.")
        }
        if order == .priority, start == nil, end == nil, limit == nil {
            self = .all
            return
        }
        parts = Parts(
            order, try start?.bound(.start, order), try end?.bound(.end, order), limit: limit,
            side: limit == nil ? .first : side)
    }

    /// Whether the window includes all children, and differs from ``all`` at most in its order.
    package var isAll: Bool {
        guard let parts else { return true }
        return parts.start == nil && parts.end == nil && parts.limit == nil
    }

    /// Whether this is the window of a default query.
    package var isDefault: Bool { parts == nil }

    /// Whether the bounds exclude every child.
    package var isEmpty: Bool {
        guard let start, let end else { return false }
        return !(start < end)
    }

    /// Returns whether a child lies within the bounds; the limit is not considered.
    package func isInRange(_ key: Key, _ child: Node) -> Bool {
        if start == nil, end == nil { return true }
        return isInRange(order.position(of: key, child))
    }

    /// Returns whether the bounds exclude a key for every value of the child.
    package func excludes(_ key: Key) -> Bool { order == .key && !isInRange(key, .null) }

    /// Returns whether a node cut to the window has as many children as the limit, all before a key.
    ///
    /// `false` for all orders except key order: in those, the child's value decides.
    package func isFull(_ node: Node, before key: Key) -> Bool {
        guard order == .key, let limit, !key.isPriority, node.children.count >= limit, let edge = edge(of: node) else {
            return false
        }
        return side == .first ? edge.key < key : key < edge.key
    }

    private func isInRange(_ position: IndexPosition) -> Bool {
        start?.isAfter(position) != true && end?.isAfter(position) != false
    }

    /// Returns the part of a node inside the window; a primitive becomes null unless the window includes all children.
    ///
    /// A window that does not include all children excludes the priority of the node itself.
    package func cut(_ node: Node) -> Node {
        if isAll { return node }
        guard case .inner(let children) = node.content else { return .null }
        if let limit, limit >= children.count, start == nil, end == nil { return Node(children) }
        let entries = children.entries(by: order, from: side == .first ? start : end, isReversed: side == .last)
        var inside: [(Key, Node)] = []
        for (key, child) in entries {
            if inside.count == limit || !isInRange(key, child) { break }
            inside.append((key, child))
        }
        return Node(Children(inside))
    }

    /// Returns the last child of the window, counted from the side where its limit starts.
    package func edge(of node: Node) -> (key: Key, value: Node)? {
        node.children.first(by: order, isReversed: side == .first)
    }

    /// Returns whether one child is strictly nearer than another to the end from which the limit counts.
    package func isNearer(_ child: (key: Key, value: Node), than other: (key: Key, value: Node)) -> Bool {
        let (mine, theirs) = (order.position(of: child.key, child.value), order.position(of: other.key, other.value))
        return side == .first ? mine < theirs : theirs < mine
    }
}

extension Window {
    package static func == (left: Window, right: Window) -> Bool {
        if left.parts === right.parts { return true }
        guard left.parts != nil, right.parts != nil else { return false }
        return left.limit == right.limit && left.side == right.side && left.order == right.order
            && left.start == right.start && left.end == right.end
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(limit)
        guard parts != nil else { return }
        hasher.combine(order)
        hasher.combine(start)
        hasher.combine(end)
    }
}

extension Window: CustomStringConvertible {
    package var description: String {
        var parts: [String] = []
        if order != .key, !isDefault { parts.append("by \(order)") }
        if let start { parts.append((start.isInclusive(.start) ? "from " : "after ") + text(start)) }
        if let end { parts.append((end.isInclusive(.end) ? "to " : "before ") + text(end)) }
        if let limit { parts.append("\(side) \(limit)") }
        return parts.isEmpty ? "all" : parts.joined(separator: " ")
    }

    /// Returns the description of one of the window's bounds: its value, and its key if it has one.
    package func text(_ bound: Bound) -> String {
        let key = bound.key.map { $0.text.quoted(atMost: 40) }
        if order == .key, let key { return key }
        let value: String
        switch bound.value.primitive {
        case .string(let text)?: value = text.quoted(atMost: 40)
        case let primitive: value = primitive?.json.text ?? "null"
        }
        return key.map { "\(value) at \($0)" } ?? value
    }
}
