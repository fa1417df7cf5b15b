public import DatasyncClient
import DatasyncEngine
import DatasyncLive
import DatasyncWire

extension Webcom {
    /// Creates a reference to the root node of an application, with a back end embedded in this process.
    ///
    /// References with the same identifier share one client: its connection, caches and subscriptions. If the default
    /// application has this identifier, its configuration applies instead.
    ///
    /// - Parameter identifier: The identifier of the application.
    public init(_ identifier: String) {
        self.init(location: Location(client: ClientRegistry.shared.client(named: identifier)))
    }

    /// Creates a reference to the root node of an application; both share one client.
    ///
    /// - Parameter application: An application of any dialect.
    public init(_ application: WebcomApplication) {
        self.init(location: Location(client: application.client))
    }

    /// Disconnects, and stays disconnected until ``goOnline()``.
    ///
    /// Without a connection, writes stay pending and reads use the caches.
    public func goOffline() { location.client.engine.enableConnection(false) }

    /// Connects, and reconnects whenever the connection is lost.
    public func goOnline() { location.client.engine.enableConnection(true) }

    /// Server values, which the back end computes.
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The time of the back end in ms since 1970 when it accepts the write; until then an estimate.
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
