public import DatasyncAsync
public import DatasyncClient
import DatasyncTree

extension DatasyncNode {
    /// The root of the data of an application by its identifier, embedded in this process unless it exists already.
    ///
    /// The node, and all that are reached from it, work as long as the process lives.
    public static func root(of identifier: String) -> DatasyncNode {
        let application = WebcomApplication(client: ClientRegistry.shared.client(named: identifier))
        return DatasyncNode(standingAt: Location(client: application.client), of: application, isForever: true)
    }

    /// The root of the data of an application.
    ///
    /// The node, and all that are reached from it, keep their manager, as subscriptions of theirs do: see
    /// ``DatasyncManager/shared(for:)``.
    ///
    /// - Parameter application: An application of any dialect. Of several that share a client the first that was given
    ///   here encodes and decodes.
    /// - Returns: The root.
    public static func root(of application: WebcomApplication) -> DatasyncNode {
        DatasyncNode(standingAt: Location(client: application.client), of: application)
    }

    /// The root of the data that the node belongs to, of the same manager.
    public var root: DatasyncNode { node(location.root) }

    /// A node below or beside this one, of the same manager.
    ///
    /// - Parameter path: Segments between `/`, relative even with a leading one; `..` goes up. With a forbidden
    ///   character in it the node is ill-formed: whatever is done with it fails with `invalidPath`.
    /// - Returns: The node.
    public func at(_ path: String) -> DatasyncNode { node(location.relative(path)) }

    /// The last key of the path; `nil` at the root.
    public var keyName: String? { location.path.isRoot ? nil : location.key }

    /// The service of the node's application.
    public var service: DatasyncService { application.datasyncService }

    /// The node in the dialect of string events; what is done there fails once the manager is gone.
    var legacy: Webcom { Webcom(location: requiringManager) }
}
