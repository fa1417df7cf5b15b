import DatasyncClient
package import DatasyncTree

extension Webcom {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    /// Which children a subscription or a read shows; bounds are included.
    public struct Constraint: Sendable, Hashable {
        private var start: String?
        private var end: String?
        private var limit: Int?
        private var isLast = false

        /// All children.
        public static let None = Constraint()

        /// The first children, at most so many.
        public static func First(_ limit: Int) -> Constraint { Constraint(limit: limit) }

        /// The last children, at most so many.
        public static func Last(_ limit: Int) -> Constraint { Constraint(limit: limit, isLast: true) }

        /// The children from a key on, of these the first so many.
        public static func StartAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(start: key, limit: limit)
        }

        /// The children up to a key, of these the last so many.
        public static func EndAt(_ key: String, _ limit: Int? = nil) -> Constraint {
            Constraint(end: key, limit: limit, isLast: true)
        }

        /// The children between two keys.
        public static func Between(_ start: String, _ end: String) -> Constraint { Constraint(start: start, end: end) }

        /// The constraint as the engine knows it.
        ///
        /// - Throws: ``WebcomError`` `invalidConstraint`.
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
    /// The bounds and the limit; those that are refused are marked.
    public var description: String {
        Window.text(start: start, end: end, limit: limit, side: isLast ? .last : .first)
    }

    /// The description after the name of the type.
    public var debugDescription: String { "Constraint(\(description))" }
}
