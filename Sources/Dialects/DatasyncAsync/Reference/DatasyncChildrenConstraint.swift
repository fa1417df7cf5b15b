public import DatasyncClient
package import DatasyncTree

/// A range and limit of the children that a subscription or read covers.
///
/// Bounds are inclusive. A limit below 1 makes the operation fail with `invalidConstraint`.
public enum DatasyncChildrenConstraint: Sendable, Equatable {
    /// All children.
    case all
    /// The first children in key order, at most `limit`.
    case first(limit: Int)
    /// The last children in key order, at most `limit`.
    case last(limit: Int)
    /// The children from a key on; with a limit, the first `limit` of them.
    case startAt(key: WebcomKey, limit: Int? = nil)
    /// The children up to a key; with a limit, the last `limit` of them.
    case endAt(key: WebcomKey, limit: Int? = nil)
    /// The children from one key to another.
    case between(from: WebcomKey, to: WebcomKey)
    /// The children in another order; see ``ordered(by:from:to:first:)``.
    case inOrder(DatasyncOrderedRange)

    /// Returns a constraint to a range of the children in an order.
    ///
    /// ```swift
    /// node.subscribe(to: .childEvent(moves: true), childrenConstraint: .ordered(by: .child("age"), from: 18, first: 10)) {
    ///     print($0)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - order: The order of the children.
    ///   - start: The bound for the smallest index value; no bound when `nil`.
    ///   - end: The bound for the largest index value; no bound when `nil`.
    ///   - limit: The maximum number of children, counted from the first; unlimited when `nil`.
    /// - Returns: The constraint.
    public static func ordered(
        by order: WebcomOrder, from start: WebcomBound? = nil, to end: WebcomBound? = nil, first limit: Int? = nil
    ) -> DatasyncChildrenConstraint {
        .inOrder(DatasyncOrderedRange(order, start, end, limit, .first))
    }

    /// Returns a constraint to the last children of a range in an order.
    ///
    /// - Parameters:
    ///   - order: The order of the children.
    ///   - start: The bound for the smallest index value; no bound when `nil`.
    ///   - end: The bound for the largest index value; no bound when `nil`.
    ///   - limit: The maximum number of children, counted from the last.
    /// - Returns: The constraint.
    public static func ordered(
        by order: WebcomOrder, from start: WebcomBound? = nil, to end: WebcomBound? = nil, last limit: Int
    ) -> DatasyncChildrenConstraint {
        .inOrder(DatasyncOrderedRange(order, start, end, limit, .last))
    }

    /// Returns a constraint to the children with one index value.
    ///
    /// - Parameters:
    ///   - order: The order of the children.
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The constraint.
    public static func ordered(
        by order: WebcomOrder, equalTo value: WebcomIndexValue, key: WebcomKey? = nil
    ) -> DatasyncChildrenConstraint {
        ordered(by: order, from: .including(value, key: key), to: .including(value, key: key))
    }

    /// Returns the constraint as a window of the engine.
    ///
    /// - Throws: `WebcomError` `invalidConstraint`.
    package func window() throws(WebcomError) -> Window { try parts.window() }

    /// The order of the children; key order for an invalid constraint.
    var order: Order { (try? window().order) ?? .key }

    private var parts: ConstraintParts {
        switch self {
        case .all: ConstraintParts()
        case .first(let limit): ConstraintParts(limit: limit)
        case .last(let limit): ConstraintParts(limit: limit, side: .last)
        case .startAt(let key, let limit): ConstraintParts(start: key, limit: limit)
        case .endAt(let key, let limit): ConstraintParts(end: key, limit: limit, side: .last)
        case .between(let start, let end): ConstraintParts(start: start, end: end)
        case .inOrder(let range): range.parts
        }
    }
}

/// A range and limit of children in an order; made by ``DatasyncChildrenConstraint/ordered(by:from:to:first:)``.
public struct DatasyncOrderedRange: Sendable, Hashable {
    fileprivate var parts = ConstraintParts()

    fileprivate init(
        _ order: WebcomOrder, _ start: WebcomBound?, _ end: WebcomBound?, _ limit: Int?, _ side: Window.Side
    ) {
        parts.setOrder(order)
        if let start { parts.setStart(start.value) }
        if let end { parts.setEnd(end.value) }
        if let limit { parts.setLimit(limit, side) }
    }
}

extension DatasyncOrderedRange: CustomStringConvertible {
    /// The order, the bounds and the limit; invalid ones are marked.
    public var description: String { parts.description }
}

extension DatasyncChildrenConstraint: CustomStringConvertible {
    /// The order, the bounds and the limit; invalid ones are marked.
    public var description: String { parts.description }
}
