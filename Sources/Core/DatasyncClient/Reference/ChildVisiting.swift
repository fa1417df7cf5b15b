/// A snapshot whose children can be visited with `forEach`.
public protocol ChildVisiting {
    /// The children, in the order of the query.
    var children: [Self] { get }
}

extension ChildVisiting {
    /// Visits the children in their order until the closure returns `true`.
    ///
    /// A closure without a result selects the other overload and visits all children.
    ///
    /// - Parameter body: Called with each child; returns `true` to stop.
    /// - Returns: Whether the closure stopped the visit.
    /// - Throws: The error of the closure.
    @_disfavoredOverload
    @discardableResult
    public func forEach(_ body: (Self) throws -> Bool) rethrows -> Bool {
        try children.contains { try body($0) }
    }

    /// Visits all children in their order.
    ///
    /// - Parameter body: Called with each child.
    /// - Throws: The error of the closure.
    public func forEach(_ body: (Self) throws -> Void) rethrows {
        for child in children { try body(child) }
    }
}
