public import DatasyncCallback
public import DatasyncClient
import DatasyncLegacy

/// Orders, bounds and limits of stored queries. Where all calls use the same window, use a constraint.
extension Query {
    /// Returns a query ordered by the value at a path below each child.
    ///
    /// - Parameter path: The path below each child, with at least one key.
    /// - Returns: The query.
    public func ordered(byChild path: String) -> Query { with(legacy.orderByChild(path)) }

    /// Returns a query ordered by key.
    public func orderedByKey() -> Query { with(legacy.orderByKey()) }

    /// Returns a query ordered by the value of each child.
    public func orderedByValue() -> Query { with(legacy.orderByValue()) }

    /// Returns a query ordered by the priority of each child.
    public func orderedByPriority() -> Query { with(legacy.orderByPriority()) }

    /// Returns a query for the children from an index value on, including that value.
    ///
    /// - Parameters:
    ///   - value: The smallest index value.
    ///   - key: The smallest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func starting(at value: WebcomIndexValue, _ key: String? = nil) -> Query { with(legacy.startAt(value, key)) }

    /// Returns a query for the children after an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The last excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func starting(after value: WebcomIndexValue, _ key: String? = nil) -> Query {
        with(legacy.startAfter(value, key))
    }

    /// Returns a query for the children up to an index value, including that value.
    ///
    /// - Parameters:
    ///   - value: The largest index value.
    ///   - key: The largest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func ending(at value: WebcomIndexValue, _ key: String? = nil) -> Query { with(legacy.endAt(value, key)) }

    /// Returns a query for the children before an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The first excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func ending(before value: WebcomIndexValue, _ key: String? = nil) -> Query {
        with(legacy.endBefore(value, key))
    }

    /// Returns a query for the children with one index value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The query.
    public func equal(to value: WebcomIndexValue, _ key: String? = nil) -> Query { with(legacy.equalTo(value, key)) }

    /// Returns a query for the first children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toFirst count: Int) -> Query { with(legacy.limitToFirst(count)) }

    /// Returns a query for the last children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toLast count: Int) -> Query { with(legacy.limitToLast(count)) }
}

extension Webcom.ServerlessDbNode {
    /// Returns a query ordered by the value at a path below each child.
    ///
    /// - Parameter path: The path below each child, with at least one key.
    /// - Returns: The query.
    public func ordered(byChild path: String) -> Query { allChildren.ordered(byChild: path) }

    /// Returns a query ordered by key.
    public func orderedByKey() -> Query { allChildren.orderedByKey() }

    /// Returns a query ordered by the value of each child.
    public func orderedByValue() -> Query { allChildren.orderedByValue() }

    /// Returns a query ordered by the priority of each child.
    public func orderedByPriority() -> Query { allChildren.orderedByPriority() }

    /// Returns a query for the first children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toFirst count: Int) -> Query { allChildren.limited(toFirst: count) }

    /// Returns a query for the last children of its range.
    ///
    /// - Parameter count: The maximum number of children.
    /// - Returns: The query.
    public func limited(toLast count: Int) -> Query { allChildren.limited(toLast: count) }
}
