package import DatasyncAsync
package import DatasyncBackend
package import DatasyncCallback
package import DatasyncClient
import DatasyncLegacy

/// A client with a port that controls its connection.
package struct Device: Sendable {
    package let application: WebcomApplication
    package let port: BackendPort

    package init(application: WebcomApplication, port: BackendPort) {
        self.application = application
        self.port = port
    }

    /// The root node in the legacy dialect.
    package var legacy: Webcom { Webcom(application) }

    /// Returns a node in the callback dialect.
    package func node(_ path: String) -> Webcom.ServerlessDbNode {
        Webcom.ServerlessDbNode(application, path: path)
    }

    /// Creates a manager in the async dialect.
    package func manager() -> DatasyncManager { application.datasyncService.createManager() }
}
