public import DatasyncCallback
import DatasyncClient

extension Webcom.ServerlessDbNode {
    /// The root of the data that the node belongs to.
    public var root: Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(location: location.root) }

    /// The database that the node belongs to.
    public var serverlessDb: Webcom.ServerlessDb {
        Webcom.App(WebcomApplication(client: location.client)).serverlessDb
    }

    /// A new child, whose key sorts after those made before; nothing is written.
    public func createChild() -> Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(location: location.makeChild()) }

    /// The node in the dialect of string events.
    var legacy: Webcom { Webcom(location: location) }
}
