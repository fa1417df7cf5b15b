public import DatasyncClient
import DatasyncEngine
import DatasyncLive
import DatasyncWire

extension Webcom {
    /// A reference to the root of an application's data, embedded in this process.
    ///
    /// References of one identifier share one client: its connection, its cache, its subscriptions.
    ///
    /// - Parameter identifier: The identifier of the application.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.App(identifier).serverlessDb.rootNode, or a DatasyncManager")
    #endif
    public init(_ identifier: String) {
        self.init(location: Location(client: ClientRegistry.shared.client(named: identifier)))
    }

    /// A reference to the root of the data of an application, sharing its client.
    ///
    /// - Parameter application: An application of any dialect.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.App(application).serverlessDb.rootNode, or a DatasyncManager")
    #endif
    public init(_ application: WebcomApplication) {
        self.init(location: Location(client: application.client))
    }

    /// Closes the connection, and keeps it closed: writes wait, reads are answered by the cache.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.disconnect(), or isConnectionEnabled = false")
    #endif
    public func goOffline() { location.client.engine.enableConnection(false) }

    /// Opens the connection, and opens it again whenever it is lost.
    #if LegacyWarnings
        @available(*, deprecated, message: "use serverlessDb.connect(), or isConnectionEnabled = true")
    #endif
    public func goOnline() { location.client.engine.enableConnection(true) }

    /// Values that the back end computes.
    #if LegacyWarnings
        @available(*, deprecated, message: "write [\".sv\": \"timestamp\"]")
    #endif
    public enum ServerValue {
        // swift-format-ignore: AlwaysUseLowerCamelCase
        /// The back end's time in ms since 1970 when it accepts the write; an estimate is shown until then.
        #if LegacyWarnings
            @available(*, deprecated, message: "write [\".sv\": \"timestamp\"]")
        #endif
        public static let TIMESTAMP: [String: String] = [".sv": "timestamp"]
    }
}
