public import DatasyncClient
import DatasyncLegacy

/// Orders, bounds and limits of stored queries. Where all calls use the same window, use a constraint.
extension NodeOrQuery {
    /// Returns a query ordered by the value at a path below each child.
    ///
    /// - Parameter path: The path below each child, with at least one key.
    /// - Returns: The query.
    public func ordered(byChild path: String) -> NodeQuery<QueriedNode> { query.with(query.legacy.orderByChild(path)) }

    /// Returns a query ordered by key.
    public func orderedByKey() -> NodeQuery<QueriedNode> { query.with(query.legacy.orderByKey()) }

    /// Returns a query ordered by the value of each child.
    public func orderedByValue() -> NodeQuery<QueriedNode> { query.with(query.legacy.orderByValue()) }

    /// Returns a query ordered by the priority of each child.
    public func orderedByPriority() -> NodeQuery<QueriedNode> { query.with(query.legacy.orderByPriority()) }

    /// Returns a query for at most some children: the last ones, or the first ones after `starting(at:)`.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(to count: Int) -> NodeQuery<QueriedNode> { query.with(query.legacy.limit(count)) }

    /// Returns a query for the first children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toFirst count: Int) -> NodeQuery<QueriedNode> { query.with(query.legacy.limitToFirst(count)) }

    /// Returns a query for the last children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toLast count: Int) -> NodeQuery<QueriedNode> { query.with(query.legacy.limitToLast(count)) }

    /// Returns a query for the children from a key on, including that key.
    ///
    /// - Parameter key: The smallest key; without it, the query starts at the first child, and a limit counts from
    ///   there.
    /// - Returns: The query.
    public func starting(at key: String? = nil) -> NodeQuery<QueriedNode> { query.with(query.legacy.startAt(key)) }

    /// Returns a query for the children up to a key, including that key.
    ///
    /// - Parameter key: The largest key.
    /// - Returns: The query.
    public func ending(at key: String? = nil) -> NodeQuery<QueriedNode> { query.with(query.legacy.endAt(key)) }

    /// Returns a query for the child with exactly this key.
    ///
    /// - Parameter key: The key.
    /// - Returns: The query.
    public func equal(to key: String) -> NodeQuery<QueriedNode> { query.with(query.legacy.equalTo(key)) }
}

/// Bounds by the value of the order's index.
extension NodeQuery {
    /// Returns a query for the children from an index value on, including that value.
    ///
    /// - Parameters:
    ///   - value: The smallest index value.
    ///   - key: The smallest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func starting(at value: WebcomIndexValue, _ key: String? = nil) -> NodeQuery<QueriedNode> {
        with(legacy.startAt(value, key))
    }

    /// Returns a query for the children after an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The last excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func starting(after value: WebcomIndexValue, _ key: String? = nil) -> NodeQuery<QueriedNode> {
        with(legacy.startAfter(value, key))
    }

    /// Returns a query for the children up to an index value, including that value.
    ///
    /// - Parameters:
    ///   - value: The largest index value.
    ///   - key: The largest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func ending(at value: WebcomIndexValue, _ key: String? = nil) -> NodeQuery<QueriedNode> {
        with(legacy.endAt(value, key))
    }

    /// Returns a query for the children before an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The first excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func ending(before value: WebcomIndexValue, _ key: String? = nil) -> NodeQuery<QueriedNode> {
        with(legacy.endBefore(value, key))
    }

    /// Returns a query for the children with one index value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The query.
    public func equal(to value: WebcomIndexValue, _ key: String? = nil) -> NodeQuery<QueriedNode> {
        with(legacy.equalTo(value, key))
    }
}
