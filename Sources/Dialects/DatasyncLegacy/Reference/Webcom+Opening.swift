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
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.App(identifier).serverlessDb.rootNode, or a DatasyncManager")
    #endif
    public init(_ identifier: String) {
        self.init(location: Location(client: ClientRegistry.shared.client(named: identifier)))
    }

    /// Creates a reference to the root node of an application; both share one client.
    ///
    /// - Parameter application: An application of any dialect.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.App(application).serverlessDb.rootNode, or a DatasyncManager")
    #endif
    public init(_ application: WebcomApplication) {
        self.init(location: Location(client: application.client))
    }

    /// The application of the reference, for the other dialects; it has its own coding strategies.
    #if LegacyWarnings
        @available(*, deprecated, message: "use application of the node")
    #endif
    public var application: WebcomApplication { WebcomApplication(client: location.client) }

    /// Disconnects, and stays disconnected until ``goOnline()``.
    ///
    /// Without a connection, writes stay pending and reads use the caches.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.disconnect(), or isConnectionEnabled = false")
    #endif
    public func goOffline() { location.client.engine.enableConnection(false) }

    /// Connects, and reconnects whenever the connection is lost.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.connect(), or isConnectionEnabled = true")
    #endif
    public func goOnline() { location.client.engine.enableConnection(true) }

    /// Server values, which the back end computes.
    #if LegacyWarnings
        @available(*, deprecated, message: "use the value [\".sv\": \"timestamp\"]")
    #endif
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The time of the back end in ms since 1970 when it accepts the write; until then an estimate.
        #if LegacyWarnings
            @available(*, deprecated, message: "use the value [\".sv\": \"timestamp\"]")
        #endif
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
