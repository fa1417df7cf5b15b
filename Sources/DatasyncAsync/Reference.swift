package import DatasyncApplication
import DatasyncTree

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

    /// The absolute path.
    public var path: String { location.path.description }

    /// The last key of the path; empty at the root.
    public var key: WebcomKey { location.key }

    /// The node one level up; `nil` at the root.
    public var parent: DatasyncNode? { location.parent.map(node) }

    /// A node below or beside this one.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up.
    /// - Returns: The node; `nil` only when the path is ill-formed.
    public func relativeNode(for path: String) -> DatasyncNode? {
        let relative = location.relative(path)
        return (try? relative.checkPath()) == nil ? nil : node(relative)
    }

    /// A node below or beside this one, as ``relativeNode(for:)``.
    public static func / (node: DatasyncNode, path: String) -> DatasyncNode? { node.relativeNode(for: path) }

    /// A new child, whose key sorts after those made before; nothing is written.
    public func createChild() -> DatasyncNode { node(location.makeChild()) }

    /// The node of the same manager at another place.
    package func node(_ location: Location) -> DatasyncNode {
        DatasyncNode(location: location, application: application, manager: manager, keeps: kept != nil)
    }

    /// The place, as long as the manager is there.
    package var owned: Location {
        manager == nil ? Location(client: location.client, target: .failure(.released)) : location
    }
}

extension DatasyncNode: Hashable {
    /// Nodes are equal when they refer to the same place of the same client.
    public static func == (left: DatasyncNode, right: DatasyncNode) -> Bool { left.location == right.location }

    /// Hashes the place.
    public func hash(into hasher: inout Hasher) { hasher.combine(location) }
}

extension DatasyncNode: CustomStringConvertible {
    /// The identifier of the application and the path.
    public var description: String { "\(application.identifier):\(path)" }
}
