public import DatasyncClient
import DatasyncTree
package import Dispatch

/// A reference to a node of the database.
///
/// Every node exists; where nothing is stored its value is null.
///
/// A node does not keep its manager alive, unless it stands for a reference of another dialect; once the manager is gone, what
/// is done with the node fails with `released`.
public final class DatasyncNode: Sendable {
    package let location: Location
    package let application: WebcomApplication
    package weak let manager: DatasyncManager?

    /// The manager, of nodes that keep theirs: those that stand for references of another dialect.
    private let kept: DatasyncManager?

    package init(location: Location, application: WebcomApplication, manager: DatasyncManager?, keeps: Bool = false) {
        self.location = location
        self.application = application
        self.manager = manager
        kept = keeps ? manager : nil
    }

    /// The absolute path; of an ill-formed node the one that was asked for.
    public var path: String { location.text }

    /// The last key of the path; empty at the root.
    public var key: WebcomKey { location.key }

    /// The node one level up; `nil` at the root.
    public var parent: DatasyncNode? { location.parent.map(node) }

    /// A node below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up.
    /// - Returns: The node; `nil` only when the path is ill-formed.
    public func relativeNode(for path: String) -> DatasyncNode? { try? relativeNodeThrows(for: path) }

    /// A node below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up.
    /// - Returns: The node.
    /// - Throws: ``WebcomError`` `invalidPath` when the path is ill-formed.
    public func relativeNodeThrows(for path: String) throws(WebcomError) -> DatasyncNode {
        let node = self[path]
        try node.location.checkPath()
        return node
    }

    /// A node below or beside this one; of an ill-formed path a node whose operations fail with `invalidPath`.
    ///
    /// ```swift
    /// try await manager["contacts"]["ada"]["phone"].set("555")
    /// ```
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up.
    public subscript(path: String) -> DatasyncNode { node(location.relative(path)) }

    /// A node below or beside this one, as ``relativeNode(for:)``.
    public static func / (node: DatasyncNode, path: String) -> DatasyncNode? { node.relativeNode(for: path) }

    /// A new child, whose key sorts after those made before; nothing is written.
    public func createChild() -> DatasyncNode { node(location.makeChild()) }

    /// The node of the same manager at another place.
    package func node(_ location: Location) -> DatasyncNode {
        DatasyncNode(location: location, application: application, manager: manager, keeps: kept != nil)
    }

    /// The callback queue of the manager, if it has one of its own.
    package var callbackQueue: DispatchQueue? { manager?.callbackQueue }

    /// The main queue, for closures that name no queue.
    var mainQueue: DispatchQueue { location.client.mainQueue(insteadOf: callbackQueue) }

    /// The location while the manager is alive; afterwards an invalid one.
    package var requiringManager: Location {
        manager == nil ? Location(client: location.client, checkedPath: .failure(.released)) : location
    }
}

extension DatasyncNode: Hashable {
    /// Nodes are equal when they refer to the same place of the same client.
    public static func == (left: DatasyncNode, right: DatasyncNode) -> Bool { left.location == right.location }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

extension DatasyncNode: CustomStringConvertible {
    /// The identifier of the application and the path; an ill-formed one is marked.
    public var description: String { location.qualifiedText }
}

extension DatasyncNode: CustomDebugStringConvertible {
    /// The description after the name of the type.
    public var debugDescription: String { "DatasyncNode(\(description))" }
}
