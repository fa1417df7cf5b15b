public import DatasyncClient
import DatasyncEngine
import DatasyncLive
import DatasyncPromise
import DatasyncTree
import DatasyncWire

// swift-format-ignore: AlwaysUseLowerCamelCase
extension Webcom {
    /// An application: the way to its services.
    public struct App: Sendable {
        /// The application as every dialect knows it.
        public let application: WebcomApplication

        /// The application of an identifier, embedded in this process; all of one identifier share one client.
        public init(_ identifier: String) {
            application = WebcomApplication(client: ClientRegistry.shared.client(named: identifier))
        }

        /// The application of another dialect.
        public init(_ application: WebcomApplication) { self.application = application }

        /// The database of the application.
        public var serverlessDb: ServerlessDb { ServerlessDb(client: application.client) }
    }

    /// The database of an application.
    public struct ServerlessDb: Sendable {
        let client: Client

        /// The root of the data.
        public var rootNode: ServerlessDbNode { ServerlessDbNode(location: Location(client: client)) }

        /// A key that sorts after those made before; made without asking the back end.
        public func generateUniqueKey() -> String { client.engine.makePushKey().text }

        /// Opens the connection, and opens it again whenever it is lost.
        public func connect() { client.engine.enableConnection(true) }

        /// Forgets the cached data of everything that is not subscribed to.
        public func cleanCache() { client.engine.cleanCache() }

        /// Closes the connection, and keeps it closed.
        public func disconnect() { client.engine.enableConnection(false) }
    }

    /// When a write takes effect.
    public struct Time: Sendable, Hashable {
        let time: Location.Time
    }

    /// At once.
    public static let NOW = Time(time: .now)
    /// Once, when the present connection ends.
    public static let NEXT_DISCONNECTION = Time(time: .nextDisconnection)
    /// Each time a connection ends.
    public static let ON_DISCONNECTION = Time(time: .onDisconnection)

    /// What becomes of the data in the client's cache when a subscription has ended.
    public struct CachePolicy: Sendable, Hashable {
        let policy: DatasyncEngine.CachePolicy
    }

    /// The data are forgotten.
    public static let FORGET = CachePolicy(policy: .forget)
    /// The data are kept as they are, for reads without a connection.
    public static let KEEP = CachePolicy(policy: .keep)
    /// The data are kept, and kept up to date.
    public static let KEEP_UPDATING = CachePolicy(policy: .keepUpdating)
}

extension Webcom.App: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier.
    public var description: String { "App(\(application.identifier))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.ServerlessDb: CustomStringConvertible, CustomDebugStringConvertible {
    /// The identifier of the application.
    public var description: String { "ServerlessDb(\(client.identifier))" }

    /// The description.
    public var debugDescription: String { description }
}

extension Webcom.Time: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the constant.
    public var description: String {
        switch time {
        case .now: "NOW"
        case .nextDisconnection: "NEXT_DISCONNECTION"
        case .onDisconnection: "ON_DISCONNECTION"
        }
    }

    /// The name of the constant after that of the type.
    public var debugDescription: String { "Time(\(description))" }
}

extension Webcom.CachePolicy: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the constant.
    public var description: String {
        switch policy {
        case .forget: "FORGET"
        case .keep: "KEEP"
        case .keepUpdating: "KEEP_UPDATING"
        }
    }

    /// The name of the constant after that of the type.
    public var debugDescription: String { "CachePolicy(\(description))" }
}
