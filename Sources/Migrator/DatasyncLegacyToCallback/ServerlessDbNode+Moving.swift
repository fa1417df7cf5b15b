public import DatasyncCallback
import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// The root of the tree that contains the node.
    public var root: Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(location: location.root) }

    /// The database of the node.
    public var serverlessDb: Webcom.ServerlessDb {
        Webcom.App(WebcomApplication(client: location.client)).serverlessDb
    }

    /// Returns a node with a new key that sorts after the keys generated before; writes nothing.
    public func createChild() -> Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(location: location.makeChild()) }

    /// The node in the legacy dialect.
    var legacy: Webcom { Webcom(location: location) }
}
