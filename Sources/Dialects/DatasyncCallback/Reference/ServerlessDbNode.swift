public import DatasyncClient
import DatasyncTree

extension Webcom {
    /// A reference to a node of the database.
    ///
    /// ```swift
    /// let contacts = Webcom.App("contacts-app").serverlessDb.rootNode.relativeNode("contacts")
    /// contacts.relativeNode("ada").set(["name": "Ada"])
    /// contacts.get().done { snapshot in print(snapshot.childCount) }.catch { error in print(error) }
    /// ```
    ///
    /// A reference is a value and makes no request. Every node exists; the value of an empty one is null.
    public struct ServerlessDbNode: Sendable, Hashable {
        package let location: Location

        /// The application of the node, for the other dialects; it has its own coding strategies.
        public var application: WebcomApplication { WebcomApplication(client: location.client) }

        /// The last key of the path; `nil` at the root.
        public var key: String? { location.path.isRoot ? nil : location.key }

        /// The absolute path; for an ill-formed node, the requested path.
        public var path: String { location.text }

        /// The node one level up; `nil` at the root.
        public var parent: ServerlessDbNode? { location.parent.map(ServerlessDbNode.init) }

        /// Returns the node at a relative path.
        ///
        /// - Parameter path: Keys separated by `/`, relative even with a leading one; `..` means the parent. A forbidden
        ///   character makes the node ill-formed: all its operations fail with `invalidPath`.
        /// - Returns: The node.
        public func relativeNode(_ path: String) -> ServerlessDbNode {
            ServerlessDbNode(location: location.relative(path))
        }

        /// Returns the child with a key.
        ///
        /// Use it for a key that comes from data: unlike a path, it is never split, and never leads elsewhere.
        ///
        /// - Parameter key: Exactly one key. With a forbidden character, as in `a/b`, `.` and `..`, the node is ill-formed:
        ///   all its operations fail with `invalidPath`.
        /// - Returns: The node.
        public func child(key: String) -> ServerlessDbNode { ServerlessDbNode(location: location.child(key: key)) }

        /// Creates a reference to a node of an application.
        ///
        /// - Parameters:
        ///   - application: An application of any dialect.
        ///   - path: The path relative to the root.
        public init(_ application: WebcomApplication, path: String = "/") {
            location = Location(client: application.client).relative(path)
        }

        package init(location: Location) { self.location = location }
    }
}

extension Webcom.ServerlessDbNode: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed path is marked.
    public var description: String { location.qualifiedText }
}
