public import DatasyncClient
import DatasyncEngine
import DatasyncLive
import DatasyncPromise
import DatasyncTree
import DatasyncWire

// swift-format-ignore: AlwaysUseLowerCamelCase
extension Webcom {
    /// An application, which gives access to its database.
    ///
    /// ```swift
    /// let root = Webcom.App("contacts-app").serverlessDb.rootNode
    /// root.relativeNode("contacts").push(["name": "Grace"])
    ///     .done { child in print(child.path) }
    ///     .catch { error in print(error) }
    /// ```
    public struct App: Sendable {
        /// The application in the form that all dialects share.
        public let application: WebcomApplication

        /// Opens the application with an identifier, and embeds its back end in this process.
        ///
        /// Applications with the same identifier share one client. If the default application has this identifier, its
        /// configuration applies instead.
        ///
        /// - Parameter identifier: The identifier of the application.
        public init(_ identifier: String) {
            application = WebcomApplication(client: ClientRegistry.shared.client(named: identifier))
        }

        /// Opens an application of any dialect; both share one client.
        ///
        /// - Parameter application: The application.
        public init(_ application: WebcomApplication) { self.application = application }

        /// The database of the application.
        public var serverlessDb: ServerlessDb { ServerlessDb(client: application.client) }
    }

    /// The database of an application.
    public struct ServerlessDb: Sendable {
        let client: Client

        /// The root node.
        public var rootNode: ServerlessDbNode { ServerlessDbNode(location: Location(client: client)) }

        /// Returns a new unique key, which sorts after earlier ones; makes no request to the back end.
        public func generateUniqueKey() -> String { client.engine.makePushKey().text }

        /// Connects, and reconnects whenever the connection is lost.
        public func connect() { client.engine.enableConnection(true) }

        /// Clears the offline cache, and stops updating it; active subscriptions are not affected.
        public func cleanCache() { client.engine.cleanCache() }

        /// Disconnects, and stays disconnected until ``connect()``.
        public func disconnect() { client.engine.enableConnection(false) }
    }

    /// The time at which a write takes effect.
    public struct Time: Sendable, Hashable {
        let time: Location.Time
    }

    /// Immediate effect.
    public static let NOW = Time(time: .now)
    /// Effect once, when the current connection ends.
    public static let NEXT_DISCONNECTION = Time(time: .nextDisconnection)
    /// Effect each time a connection ends.
    public static let ON_DISCONNECTION = Time(time: .onDisconnection)

    /// The policy for cached data after the end of a subscription.
    public struct CachePolicy: Sendable, Hashable {
        let policy: DatasyncEngine.CachePolicy
    }

    /// A policy that removes the data from the offline cache.
    public static let FORGET = CachePolicy(policy: .forget)
    /// A policy that retains the data unchanged in the offline cache, for reads without a connection.
    public static let KEEP = CachePolicy(policy: .keep)
    /// A policy that retains the data in the offline cache, and continues to update them from the back end.
    public static let KEEP_UPDATING = CachePolicy(policy: .keepUpdating)
}

extension Webcom.App: CustomStringConvertible {
    /// The identifier.
    public var description: String { "App(\(application.identifier))" }
}

extension Webcom.ServerlessDb: CustomStringConvertible {
    /// The identifier of the application.
    public var description: String { "ServerlessDb(\(client.identifier))" }
}

extension Webcom.Time: CustomStringConvertible {
    /// The name of the constant.
    public var description: String {
        switch time {
        case .now: "NOW"
        case .nextDisconnection: "NEXT_DISCONNECTION"
        case .onDisconnection: "ON_DISCONNECTION"
        }
    }
}

extension Webcom.CachePolicy: CustomStringConvertible {
    /// The name of the constant.
    public var description: String {
        switch policy {
        case .forget: "FORGET"
        case .keep: "KEEP"
        case .keepUpdating: "KEEP_UPDATING"
        }
    }
}
