public import DatasyncClient
import DatasyncTree

/// Queries in orders other than key order.
///
/// You can give each part once: one order, one start, one end and one limit. An operation on an invalid query fails with
/// `invalidConstraint`.
extension Listenable {
    /// Returns a query ordered by the value at a path below each child.
    ///
    /// ```swift
    /// contacts.orderByChild("age").startAt(18).limitToFirst(10).on("child_added") { snapshot, _ in print(snapshot) }
    /// ```
    ///
    /// - Parameter path: The path below each child, with at least one key.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .orderBy(.child(path)) or .ordered(by: .child(path))")
    #endif
    public func orderByChild(_ path: String) -> Query { query.changed { $0.setOrder(.child(path)) } }

    /// Returns a query ordered by key.
    ///
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .orderBy(.key) or .ordered(by: .key)")
    #endif
    public func orderByKey() -> Query { query.changed { $0.setOrder(.key) } }

    /// Returns a query ordered by the value of each child.
    ///
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .orderBy(.value) or .ordered(by: .value)")
    #endif
    public func orderByValue() -> Query { query.changed { $0.setOrder(.value) } }

    /// Returns a query ordered by the priority of each child.
    ///
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .orderBy(.priority) or .ordered(by: .priority)")
    #endif
    public func orderByPriority() -> Query { query.changed { $0.setOrder(.priority) } }

    /// Returns a query for the children from an index value on.
    ///
    /// - Parameters:
    ///   - value: The smallest index value.
    ///   - key: The smallest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).startAt(value) or .ordered(by: order, from: value)")
    #endif
    public func startAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        query.changed { $0.setStart(BoundValue(value.primitive, key: key)) }
    }

    /// Returns a query for the children after an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The last excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).startAfter(value) or .ordered(by:from:)")
    #endif
    public func startAfter(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        query.changed { $0.setStart(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns a query for the children up to an index value.
    ///
    /// - Parameters:
    ///   - value: The largest index value.
    ///   - key: The largest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).endAt(value) or .ordered(by: order, to: value)")
    #endif
    public func endAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        query.changed { $0.setEnd(BoundValue(value.primitive, key: key)) }
    }

    /// Returns a query for the children before an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The first excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).endBefore(value) or .ordered(by:from:to:)")
    #endif
    public func endBefore(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        query.changed { $0.setEnd(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns a query for the children with one index value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).equalTo(value) or .ordered(by:equalTo:)")
    #endif
    public func equalTo(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        query.changed {
            $0.setStart(BoundValue(value.primitive, key: key))
            $0.setEnd(BoundValue(value.primitive, key: key))
        }
    }

    /// Returns a query for the first children of its range.
    ///
    /// - Parameter count: The maximum number of children, at least 1.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use .orderBy(order).first(n) or .ordered(by: order, first: n)")
    #endif
    public func limitToFirst(_ count: Int) -> Query { query.changed { $0.setLimit(count, .first) } }

    /// Returns a query for the last children of its range.
    ///
    /// - Parameter count: The maximum number of children, at least 1.
    /// - Returns: The query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the constraint .orderBy(order).last(n) or .ordered(by: order, last: n)")
    #endif
    public func limitToLast(_ count: Int) -> Query { query.changed { $0.setLimit(count, .last) } }
}
