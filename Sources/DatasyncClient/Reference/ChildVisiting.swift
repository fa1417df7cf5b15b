/// A snapshot whose children can be visited, in the manner of the old clients.
public protocol ChildVisiting {
    /// The children in key order.
    var children: [Self] { get }
}

extension ChildVisiting {
    /// Visits the children in key order until the closure answers `true`.
    ///
    /// A closure that returns nothing visits all of them: the form for that is preferred where both would do.
    ///
    /// - Parameter body: Answers whether to stop.
    /// - Returns: Whether it was stopped.
    @_disfavoredOverload
    @discardableResult
    public func forEach(_ body: (Self) throws -> Bool) rethrows -> Bool {
        try children.contains { try body($0) }
    }

    /// Visits all children in key order.
    public func forEach(_ body: (Self) throws -> Void) rethrows {
        for child in children { try body(child) }
    }
}
