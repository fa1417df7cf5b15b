/// An end of a window's range: a place just before or just after a position in the window's order.
///
/// Bounds that select the same children are equal, however they were given.
package struct Bound: Hashable, Sendable {
    /// The ends of a range.
    package enum Edge: Sendable {
        case start
        case end
    }

    /// The position next to the bound; its key is ``Key/lowest`` or ``Key/highest`` for a bound without a key.
    let position: IndexPosition
    /// Whether the bound stands after the position.
    let isAfter: Bool

    /// Creates a bound.
    ///
    /// - Parameters:
    ///   - value: The index value of the bound.
    ///   - key: The key of the bound; without one the bound stands before or after all children with its value.
    ///   - isInclusive: Whether the range includes the position, or all positions with the value if there is no key.
    ///   - edge: The end of the range that the bound limits.
    package init(_ value: IndexValue, key: Key? = nil, isInclusive: Bool = true, _ edge: Edge) {
        isAfter = isInclusive == (edge == .end)
        position = IndexPosition(value: value, key: key ?? (isAfter ? .highest : .lowest))
    }

    package var value: IndexValue { position.value }

    /// The key of the bound; `nil` if it stands before or after all children with its value.
    package var key: Key? { position.key == .lowest || position.key == .highest ? nil : position.key }

    /// Returns whether the range of an edge includes the position or value of the bound.
    package func isInclusive(_ edge: Edge) -> Bool { isAfter == (edge == .end) }

    /// Returns whether the bound stands after a position.
    func isAfter(_ other: IndexPosition) -> Bool { isAfter ? !(position < other) : other < position }
}

extension Bound: Comparable {
    package static func < (left: Bound, right: Bound) -> Bool {
        left.position == right.position ? !left.isAfter && right.isAfter : left.position < right.position
    }
}
