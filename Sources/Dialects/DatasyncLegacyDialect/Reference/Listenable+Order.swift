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
    public func orderByChild(_ path: String) -> Query { ordered(by: .child(path)) }

    /// Returns a query ordered by key.
    ///
    /// - Returns: The query.
    public func orderByKey() -> Query { ordered(by: .key) }

    /// Returns a query ordered by the value of each child.
    ///
    /// - Returns: The query.
    public func orderByValue() -> Query { ordered(by: .value) }

    /// Returns a query ordered by the priority of each child.
    ///
    /// - Returns: The query.
    public func orderByPriority() -> Query { ordered(by: .priority) }

    /// Returns a query for the children from an index value on.
    ///
    /// - Parameters:
    ///   - value: The smallest index value.
    ///   - key: The smallest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func startAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        changed { $0.setStart(BoundValue(value.primitive, key: key)) }
    }

    /// Returns a query for the children after an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The last excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func startAfter(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        changed { $0.setStart(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns a query for the children up to an index value.
    ///
    /// - Parameters:
    ///   - value: The largest index value.
    ///   - key: The largest key among the children with that value; all of them when `nil`.
    /// - Returns: The query.
    public func endAt(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        changed { $0.setEnd(BoundValue(value.primitive, key: key)) }
    }

    /// Returns a query for the children before an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The first excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The query.
    public func endBefore(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        changed { $0.setEnd(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns a query for the children with one index value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The query.
    public func equalTo(_ value: WebcomIndexValue, _ key: String? = nil) -> Query {
        changed {
            $0.setStart(BoundValue(value.primitive, key: key))
            $0.setEnd(BoundValue(value.primitive, key: key))
        }
    }

    /// Returns a query for the first children of its range.
    ///
    /// - Parameter count: The maximum number of children, at least 1.
    /// - Returns: The query.
    public func limitToFirst(_ count: Int) -> Query { changed { $0.setLimit(count, .first) } }

    /// Returns a query for the last children of its range.
    ///
    /// - Parameter count: The maximum number of children, at least 1.
    /// - Returns: The query.
    public func limitToLast(_ count: Int) -> Query { changed { $0.setLimit(count, .last) } }

    private func ordered(by order: WebcomOrder) -> Query { changed { $0.setOrder(order) } }

    private func changed(_ change: (inout ConstraintParts) -> Void) -> Query { query.with { $0.order(change) } }
}
