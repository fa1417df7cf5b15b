public import DatasyncAsync
import DatasyncLegacy

extension Query {
    /// Returns a query for at most some children: the last ones, or the first ones after `starting(at:)`.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(to count: Int) -> Query { with(legacy.limit(count)) }

    /// Returns a query for the children from a key on, including that key.
    ///
    /// - Parameter key: The smallest key; without it, the query starts at the first child, and a limit counts from
    ///   there.
    /// - Returns: The query.
    public func starting(at key: String? = nil) -> Query { with(legacy.startAt(key)) }

    /// Returns a query for the children up to a key, including that key.
    ///
    /// - Parameter key: The largest key.
    /// - Returns: The query.
    public func ending(at key: String? = nil) -> Query { with(legacy.endAt(key)) }

    /// Returns a query for the child with exactly this key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The query.
    public func equal(to key: String) -> Query { with(legacy.equalTo(key)) }
}

extension DatasyncNode {
    /// Returns a query for at most some children: the last ones, or the first ones after `starting(at:)`.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(to count: Int) -> Query { allChildren.with(allChildren.legacy.limit(count)) }

    /// Returns a query for the children from a key on, including that key.
    ///
    /// - Parameter key: The smallest key; without it, the query starts at the first child, and a limit counts from
    ///   there.
    /// - Returns: The query.
    public func starting(at key: String? = nil) -> Query { allChildren.with(allChildren.legacy.startAt(key)) }

    /// Returns a query for the children up to a key, including that key.
    ///
    /// - Parameter key: The largest key.
    /// - Returns: The query.
    public func ending(at key: String? = nil) -> Query { allChildren.with(allChildren.legacy.endAt(key)) }

    /// Returns a query for the child with exactly this key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The query.
    public func equal(to key: String) -> Query { allChildren.with(allChildren.legacy.equalTo(key)) }

    /// The query of all children.
    var allChildren: Query { Query(node: self, legacy: legacy.query) }
}
