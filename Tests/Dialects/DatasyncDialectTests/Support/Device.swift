import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncClient
import DatasyncLegacy
import Testing

/// A client with a port that controls its connection.
struct Device: Sendable {
    let application: WebcomApplication
    let port: BackendPort

    /// The root node in the legacy dialect.
    var legacy: Webcom { Webcom(application) }

    /// Returns a node in the callback dialect.
    func node(_ path: String) -> Webcom.ServerlessDbNode { Webcom.ServerlessDbNode(application, path: path) }

    /// Creates a manager in the async dialect.
    func manager() -> DatasyncManager { application.datasyncService.createManager() }
}

extension DatasyncManager {
    /// Returns the node at a well-formed path.
    func wellFormed(_ path: String, _ place: SourceLocation = #_sourceLocation) throws -> DatasyncNode {
        try #require(node(for: path), sourceLocation: place)
    }
}
