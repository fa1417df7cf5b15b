import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Testing

/// A client with the controller's grip on its connection.
struct Device: Sendable {
    let application: WebcomApplication
    let port: BackendPort

    /// The client in the dialect of string events.
    var legacy: Webcom { Webcom(application) }

    /// A node in the dialect of descriptors.
    func node(_ path: String) -> Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(application, path: path) }

    /// A manager in the dialect of Swift concurrency.
    func manager() -> DatasyncManager { application.datasyncService.createManager() }
}

extension DatasyncManager {
    /// A node at a path that is known to be well-formed.
    func wellFormed(_ path: String, _ place: SourceLocation = #_sourceLocation) throws -> DatasyncNode {
        try #require(node(for: path), sourceLocation: place)
    }
}
