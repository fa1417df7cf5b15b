public import DatasyncClient
package import DatasyncTree

extension Webcom {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// A range of keys and a limit over the children of a node; bounds are inclusive.
    ///
    /// ```swift
    /// contacts.subscribe(Webcom.Event.Child, callback, .First(20))
    /// contacts.get(.Between("a", "m")).done { snapshot in print(snapshot.childCount) }.catch { error in print(error) }
    /// ```
    ///
    /// An operation with an invalid bound or limit fails with `invalidConstraint`.
    public struct Constraint: Sendable, Hashable {
        fileprivate var parts: ConstraintParts

        private init(_ parts: ConstraintParts = ConstraintParts()) { self.parts = parts }

        /// All children.
        public static let None = Constraint()

        /// Returns a constraint to the first children.
        ///
        /// - Parameter limit: The maximum number of children.
        /// - Returns: The constraint.
        public static func First(_ limit: Int) -> Constraint { Constraint(ConstraintParts(limit: limit)) }

        /// Returns a constraint to the last children.
        ///
        /// - Parameter limit: The maximum number of children.
        /// - Returns: The constraint.
        public static func Last(_ limit: Int) -> Constraint { Constraint(ConstraintParts(limit: limit, side: .last)) }

        /// Returns a constraint to the children from a key on.
        ///
        /// - Parameters:
        ///   - key: The smallest key.
        ///   - limit: The maximum number of children, counted from the first; unlimited when `nil`.
        /// - Returns: The constraint.
        public static func StartAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(ConstraintParts(start: key, limit: limit))
        }

        /// Returns a constraint to the children up to a key.
        ///
        /// - Parameters:
        ///   - key: The largest key.
        ///   - limit: The maximum number of children, counted from the last; unlimited when `nil`.
        /// - Returns: The constraint.
        public static func EndAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(ConstraintParts(end: key, limit: limit, side: .last))
        }

        /// Returns a constraint to the children between two keys.
        ///
        /// - Parameters:
        ///   - start: The smallest key.
        ///   - end: The largest key.
        /// - Returns: The constraint.
        public static func Between(_ start: String, _ end: String) -> Constraint {
            Constraint(ConstraintParts(start: start, end: end))
        }

        /// Returns the constraint as a window of the engine.
        ///
        /// - Throws: ``WebcomError`` `invalidConstraint` for an invalid bound or limit.
        package func window() throws(WebcomError) -> Window { try parts.window() }

        fileprivate func changed(_ change: (inout ConstraintParts) -> Void) -> Constraint {
            var constraint = self
            change(&constraint.parts)
            return constraint
        }
    }
}

/// Constraints in orders other than key order.
///
/// You can give each part once: one order, one start, one end and one limit.
extension Webcom.Constraint {
    /// Returns a constraint to all children in an order, which the other methods restrict.
    ///
    /// ```swift
    /// contacts.subscribe(Webcom.Event.Child, callback, .orderBy(.child("age")).startAt(18).first(10))
    /// ```
    ///
    /// - Parameter order: The order of the children.
    /// - Returns: The constraint.
    public static func orderBy(_ order: WebcomOrder) -> Self { None.changed { $0.setOrder(order) } }

    /// Returns the constraint in an order; its bounds are then index values of the order.
    ///
    /// - Parameter order: The order of the children.
    /// - Returns: The constraint.
    public func orderBy(_ order: WebcomOrder) -> Self { changed { $0.setOrder(order) } }

    /// Returns the constraint from an index value on.
    ///
    /// - Parameters:
    ///   - value: The smallest index value.
    ///   - key: The smallest key among the children with that value; all of them when `nil`.
    /// - Returns: The constraint.
    public func startAt(_ value: WebcomIndexValue, key: String? = nil) -> Self {
        changed { $0.setStart(BoundValue(value.primitive, key: key)) }
    }

    /// Returns the constraint after an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The last excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The constraint.
    public func startAfter(_ value: WebcomIndexValue, key: String? = nil) -> Self {
        changed { $0.setStart(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns the constraint up to an index value.
    ///
    /// - Parameters:
    ///   - value: The largest index value.
    ///   - key: The largest key among the children with that value; all of them when `nil`.
    /// - Returns: The constraint.
    public func endAt(_ value: WebcomIndexValue, key: String? = nil) -> Self {
        changed { $0.setEnd(BoundValue(value.primitive, key: key)) }
    }

    /// Returns the constraint before an index value.
    ///
    /// - Parameters:
    ///   - value: The index value to exclude.
    ///   - key: The first excluded key among the children with that value; all of them are excluded when `nil`.
    /// - Returns: The constraint.
    public func endBefore(_ value: WebcomIndexValue, key: String? = nil) -> Self {
        changed { $0.setEnd(BoundValue(value.primitive, key: key, isInclusive: false)) }
    }

    /// Returns the constraint to one index value.
    ///
    /// - Parameters:
    ///   - value: The index value.
    ///   - key: The key of the only child; all children with the value when `nil`.
    /// - Returns: The constraint.
    public func equalTo(_ value: WebcomIndexValue, key: String? = nil) -> Self {
        startAt(value, key: key).endAt(value, key: key)
    }

    /// Returns the constraint to the first children of its range.
    ///
    /// - Parameter limit: The maximum number of children.
    /// - Returns: The constraint.
    public func first(_ limit: Int) -> Self { changed { $0.setLimit(limit, .first) } }

    /// Returns the constraint to the last children of its range.
    ///
    /// - Parameter limit: The maximum number of children.
    /// - Returns: The constraint.
    public func last(_ limit: Int) -> Self { changed { $0.setLimit(limit, .last) } }
}

extension Webcom.Constraint: CustomStringConvertible {
    /// The bounds and the limit; invalid ones are marked.
    public var description: String { parts.description }
}
