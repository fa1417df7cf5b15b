package import DatasyncClient
import DatasyncTree

extension Webcom {
    /// A reference to a node of the database.
    ///
    /// Every node exists; where nothing is stored its value is null.
    public struct ServerlessDbNode: Sendable, Hashable {
        package let location: Location

        /// The last key of the path; `nil` at the root.
        public var key: String? { location.path.isRoot ? nil : location.key }

        /// The absolute path; of an ill-formed node the one that was asked for.
        public var path: String { location.text }

        /// The node one level up; `nil` at the root.
        public var parent: ServerlessDbNode? { location.parent.map(ServerlessDbNode.init) }

        /// A node below or beside this one.
        ///
        /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden character in
        ///   it the node is ill-formed: whatever is done with it fails with `invalidPath`.
        /// - Returns: The node.
        public func relativeNode(_ path: String) -> ServerlessDbNode {
            ServerlessDbNode(location: location.relative(path))
        }

        /// A node below the root of an application of any dialect.
        public init(_ application: WebcomApplication, path: String = "/") {
            location = Location(client: application.client).relative(path)
        }

        package init(location: Location) { self.location = location }
    }
}

extension Webcom.ServerlessDbNode: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed one is marked.
    public var description: String { location.qualifiedText }
}

extension Webcom.ServerlessDbNode: CustomDebugStringConvertible {
    /// The description after the name of the type.
    public var debugDescription: String { "ServerlessDbNode(\(description))" }
}
