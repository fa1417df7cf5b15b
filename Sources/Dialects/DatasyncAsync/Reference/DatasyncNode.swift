public import DatasyncClient
import DatasyncTree
package import Dispatch

/// A reference to a node of the database.
///
/// Every path refers to a node; a node without data has the value null.
///
/// ```swift
/// let ada = manager["contacts/ada"]
/// try await ada.set(["name": "Ada"])
/// print(try await ada.value())
/// ```
///
/// A node does not retain its manager. Once the manager has been released, the operations of the node fail with `released`.
/// Only nodes that represent references of another dialect retain it.
public final class DatasyncNode: Sendable {
    package let location: Location
    /// The application of the node's manager.
    public let application: WebcomApplication
    package weak let manager: DatasyncManager?

    /// The manager, if the node retains it because it represents a reference of another dialect.
    private let retainedManager: DatasyncManager?

    package init(
        location: Location, application: WebcomApplication, manager: DatasyncManager?, retainsManager: Bool = false
    ) {
        self.location = location
        self.application = application
        self.manager = manager
        retainedManager = retainsManager ? manager : nil
    }

    /// The absolute path; for an ill-formed node, the path that was requested.
    public var path: String { location.text }

    /// The last key of the path; empty at the root.
    public var key: WebcomKey { location.key }

    /// The parent node; `nil` at the root and for an ill-formed path.
    public var parent: DatasyncNode? { location.parent.map(node) }

    /// Returns the node at a relative path.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` is the parent.
    /// - Returns: The node; `nil` only when the path is ill-formed.
    public func relativeNode(for path: String) -> DatasyncNode? { try? relativeNodeThrows(for: path) }

    /// Returns the node at a relative path, or throws when the path is ill-formed.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` is the parent.
    /// - Returns: The node.
    /// - Throws: `WebcomError` `invalidPath` when the path is ill-formed.
    public func relativeNodeThrows(for path: String) throws(WebcomError) -> DatasyncNode {
        let node = self[path]
        try node.location.checkPath()
        return node
    }

    /// The node at a relative path.
    ///
    /// ```swift
    /// try await manager["contacts"]["ada"]["phone"].set("555")
    /// ```
    ///
    /// If the path is ill-formed, the operations of the node fail with `invalidPath`.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` is the parent.
    public subscript(path: String) -> DatasyncNode { node(location.relative(path)) }

    /// Returns the child with a key.
    ///
    /// Use it for a key that comes from data: unlike a path, it is never split, and never leads elsewhere.
    ///
    /// - Parameter key: Exactly one key. With a forbidden character, as in `a/b`, `.` and `..`, the node is ill-formed:
    ///   all its operations fail with `invalidPath`.
    /// - Returns: The node.
    public func child(key: String) -> DatasyncNode { node(location.child(key: key)) }

    /// Returns the node at a relative path, like ``relativeNode(for:)``.
    public static func / (node: DatasyncNode, path: String) -> DatasyncNode? { node.relativeNode(for: path) }

    /// Returns a new child node without writing it.
    ///
    /// - Returns: The node; its key sorts after the keys created before.
    public func createChild() -> DatasyncNode { node(location.makeChild()) }

    /// Returns the node of the same manager at another location.
    package func node(_ location: Location) -> DatasyncNode {
        DatasyncNode(
            location: location, application: application, manager: manager, retainsManager: retainedManager != nil)
    }

    /// The callback queue of the manager, if one was given at its creation.
    package var callbackQueue: DispatchQueue? { manager?.callbackQueue }

    /// The main queue, for closures without a `queue:` argument.
    var mainQueue: DispatchQueue { location.client.mainQueue(insteadOf: callbackQueue) }

    /// The location while the manager exists; afterwards a location that fails with `released`.
    package var requiringManager: Location {
        manager == nil ? Location(client: location.client, checkedPath: .failure(.released)) : location
    }
}

extension DatasyncNode: Hashable {
    /// Returns whether both nodes refer to the same path of the same client.
    public static func == (left: DatasyncNode, right: DatasyncNode) -> Bool { left.location == right.location }

    /// Hashes the client and the path.
    public func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

extension DatasyncNode: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed path is marked.
    public var description: String { location.qualifiedText }
}
