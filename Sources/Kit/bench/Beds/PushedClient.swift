import DatasyncAsync
import DatasyncClient
import DatasyncEngine
import DatasyncWire

/// A client whose back end only pushes, for rows that measure what happens then.
struct PushedClient {
    let client: Client
    let manager: DatasyncManager
    /// Delivers a message of the back end.
    let receive: @Sendable (LinkEvent) -> Void

    init() throws {
        let link = ScriptedLink(data: ScriptValue.chain(depth: 1, 0).node, acknowledges: false)
        client = Client(identifier: "bench", link: link, outlivesHandles: false)
        receive = try link.greet()
        manager = WebcomApplication(client: client).datasyncService.createManager()
    }
}
