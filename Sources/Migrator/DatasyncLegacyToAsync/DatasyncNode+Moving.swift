public import DatasyncAsync
public import DatasyncClient
import DatasyncTree

extension DatasyncNode {
    /// Returns the root of an application's data by identifier.
    ///
    /// An application that does not exist yet is embedded in this process. The node, and all nodes reached from it,
    /// stay usable as long as the process lives.
    ///
    /// - Parameter identifier: The identifier of the application.
    /// - Returns: The root.
    public static func root(of identifier: String) -> DatasyncNode {
        let application = WebcomApplication(client: ClientRegistry.shared.client(named: identifier))
        return DatasyncNode(standingAt: Location(client: application.client), of: application, isForever: true)
    }

    /// Returns the root of an application's data.
    ///
    /// The node and all nodes reached from it retain their manager, and so do their subscriptions: see
    /// `DatasyncManager/shared(for:)`.
    ///
    /// - Parameter application: An application of any dialect. If several applications share a client, the first one
    ///   passed here encodes and decodes the values.
    /// - Returns: The root.
    public static func root(of application: WebcomApplication) -> DatasyncNode {
        DatasyncNode(standingAt: Location(client: application.client), of: application)
    }

    /// The root of the tree that contains the node, with the same manager.
    public var root: DatasyncNode { node(location.root) }

    /// Returns the node at a relative path, with the same manager.
    ///
    /// - Parameter path: Keys separated by `/`, relative even with a leading `/`; `..` leads to the parent. If a key
    ///   contains a forbidden character, every operation of the node fails with `invalidPath`.
    /// - Returns: The node.
    public func at(_ path: String) -> DatasyncNode { node(location.relative(path)) }

    /// The last key of the path; `nil` at the root.
    public var keyName: String? { location.path.isRoot ? nil : location.key }

    /// The service of the node's application.
    public var service: DatasyncService { application.datasyncService }

    /// The node in the legacy dialect; its operations fail once the manager is released.
    var legacy: Webcom { Webcom(location: requiringManager) }
}
