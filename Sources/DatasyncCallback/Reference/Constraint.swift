import DatasyncClient
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
        private var start: String?
        private var end: String?
        private var limit: Int?
        private var isLast = false

        /// All children.
        public static let None = Constraint()

        /// Returns a constraint to the first children.
        ///
        /// - Parameter limit: The maximum number of children.
        /// - Returns: The constraint.
        public static func First(_ limit: Int) -> Constraint { Constraint(limit: limit) }

        /// Returns a constraint to the last children.
        ///
        /// - Parameter limit: The maximum number of children.
        /// - Returns: The constraint.
        public static func Last(_ limit: Int) -> Constraint { Constraint(limit: limit, isLast: true) }

        /// Returns a constraint to the children from a key on.
        ///
        /// - Parameters:
        ///   - key: The smallest key.
        ///   - limit: The maximum number of children, counted from the first; unlimited when `nil`.
        /// - Returns: The constraint.
        public static func StartAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(start: key, limit: limit)
        }

        /// Returns a constraint to the children up to a key.
        ///
        /// - Parameters:
        ///   - key: The largest key.
        ///   - limit: The maximum number of children, counted from the last; unlimited when `nil`.
        /// - Returns: The constraint.
        public static func EndAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(end: key, limit: limit, isLast: true)
        }

        /// Returns a constraint to the children between two keys.
        ///
        /// - Parameters:
        ///   - start: The smallest key.
        ///   - end: The largest key.
        /// - Returns: The constraint.
        public static func Between(_ start: String, _ end: String) -> Constraint { Constraint(start: start, end: end) }

        /// Returns the constraint as a window of the engine.
        ///
        /// - Throws: ``WebcomError`` `invalidConstraint` for an invalid bound or limit.
        package func window() throws(WebcomError) -> Window {
            do throws(DataError) {
                return try Window(start: start, end: end, limit: limit, side: isLast ? .last : .first)
            } catch {
                throw WebcomError(error)
            }
        }
    }
}

extension Webcom.Constraint: CustomStringConvertible, CustomDebugStringConvertible {
    /// The bounds and the limit; invalid ones are marked.
    public var description: String {
        Window.text(start: start, end: end, limit: limit, side: isLast ? .last : .first)
    }

    /// The description after the name of the type.
    public var debugDescription: String { "Constraint(\(description))" }
}
