import DatasyncTree
public import DatasyncWebSocket
public import DatasyncWire
public import Foundation

/// The configuration of an application: its identifier and the location of its back end.
///
/// ```swift
/// let local = WebcomConfiguration(identifier: "shop")
/// let test = WebcomConfiguration(identifier: "shop", platform: .embedded(in: EmbeddedBackend()))
/// ```
public struct WebcomConfiguration: Sendable {
    /// The identifier of the application, which selects the shared client and the embedded back end.
    ///
    /// An identifier has 1 to 256 characters, without `/` and control characters. With any other identifier, every operation
    /// and subscription of the application fails with `invalidConfiguration`.
    public var identifier: String
    /// The location of the back end.
    public var platform: Platform
    /// The data that the client keeps beyond its subscriptions, and beyond its end.
    public var cacheMode = CacheMode.no
    /// Whether cached data are those of one user, or of all users of the application on this device.
    public var cacheSharing = CacheSharing.perUser
    /// The initial value of ``WebcomApplication/diagnostics``; `nil` prints to standard error.
    ///
    /// Set it here if a problem may arise while the client is made, such as one of an offline store.
    public var diagnostics: (@Sendable (WebcomError) -> Void)?
    /// The initial value of ``WebcomApplication/restoredWriteFailed``; `nil` uses the diagnostics.
    public var restoredWriteFailed: (@Sendable (RestoredWriteFailure) -> Void)?
    /// The delays between attempts to connect; without effect for an embedded back end in memory.
    public var reconnection = ReconnectionPolicy()
    /// Whether an offline store of another application or platform becomes this one's; for a back end that has moved.
    ///
    /// A store belongs to the identifier and the platform of the client that opened it first: an embedded back end, one at a
    /// directory, the address and path of a server, or a transport by its type. With others, every operation fails with
    /// `invalidConfiguration`, because the pending writes in the store would be sent to another back end.
    public var adoptStore = false

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - identifier: The identifier of the application; it is checked when a client is made.
    ///   - platform: The location of the back end; by default in this process.
    public init(identifier: String, platform: Platform = .embedded) {
        self.identifier = identifier
        self.platform = platform
    }
}

/// The location of the back end of an application: in this process, on a server, or behind a transport.
public struct Platform: Sendable {
    enum Kind: Sendable {
        case embedded
        case backend(EmbeddedBackend)
        /// A back end in this process that is stored in a directory.
        case directory(URL)
        case transport(any Transport)
        /// The address of a server, which is checked when a client is made.
        case server(String, ServerPath)
        /// A platform named by the environment or the property list that this build does not support.
        case unknown(String)
    }

    let kind: Kind

    /// The embedded back end of the application identifier, shared by all clients of that identifier in this process.
    public static let embedded = Platform(kind: .embedded)

    /// Returns the platform of a given embedded back end, for tests and demos.
    ///
    /// - Parameter backend: The back end that the clients connect to.
    /// - Returns: The platform.
    public static func embedded(in backend: EmbeddedBackend) -> Platform { Platform(kind: .backend(backend)) }

    /// Returns the platform of a server; the identifier of the application is the namespace on the server.
    ///
    /// The connection needs the trait `WebSocket` of this package. Without it, or if the address is not valid, every
    /// operation of the application fails with `invalidConfiguration`. For options of the connection, pass a
    /// `WebSocketTransport` to ``transport(_:)``.
    ///
    /// ```swift
    /// let url = URL(string: "wss://data.example.com")!
    /// let configuration = WebcomConfiguration(identifier: "shop", platform: .server(url))
    /// ```
    ///
    /// - Parameters:
    ///   - url: The address: `ws`, `wss`, `http` or `https`, then `://HOST` or `://HOST:PORT`.
    ///   - path: The path of the WebSocket on the server.
    /// - Returns: The platform.
    public static func server(_ url: URL, path: ServerPath = .standard) -> Platform {
        Platform(kind: .server(url.absoluteString, path))
    }

    /// Returns the platform of an embedded back end that is stored in a directory.
    ///
    /// The identifiers of this process with the same directory share its journal, each with a tree of its own. The journal
    /// is opened by the first client, and stays open until all of its applications are closed with `close()`, or the process
    /// ends. If it cannot be opened, it is tried again after 1 s, and then after delays that double up to 30 s; meanwhile the
    /// clients are disconnected, and the reason is in their connection status and diagnostics. See ``EmbeddedBackend``.
    ///
    /// - Parameter directory: The directory, whose parent must exist.
    /// - Returns: The platform.
    public static func embedded(at directory: URL) -> Platform {
        Platform(kind: .directory(directory.standardizedFileURL))
    }

    /// Returns the platform of a back end behind a transport.
    ///
    /// The client opens the transport again after it closes, by ``WebcomConfiguration/reconnection``.
    ///
    /// - Parameter transport: The transport to the back end.
    /// - Returns: The platform.
    public static func transport(_ transport: any Transport) -> Platform { Platform(kind: .transport(transport)) }
}

extension WebcomConfiguration {
    /// Returns the configuration of the main bundle's property list, or else of the environment.
    ///
    /// The property list has a dictionary `Webcom` with `identifier` and `platform`. Missing entries are read from the
    /// variables `WEBCOM_IDENTIFIER` and `WEBCOM_PLATFORM`. The platform is `embedded` or the address of a server. The
    /// defaults are the identifier `default` and the platform `embedded`.
    static func fromEnvironment(
        _ environment: [String: String] = ProcessInfo.processInfo.environment,
        information: [String: Any]? = Bundle.main.infoDictionary
    ) -> WebcomConfiguration {
        let listed = information?["Webcom"] as? [String: Any]
        let platform = listed?["platform"] as? String ?? environment["WEBCOM_PLATFORM"] ?? "embedded"
        return WebcomConfiguration(
            identifier: listed?["identifier"] as? String ?? environment["WEBCOM_IDENTIFIER"] ?? "default",
            platform: Self.platform(named: platform))
    }

    private static func platform(named text: String) -> Platform {
        if text == "embedded" { return .embedded }
        return Platform(kind: text.contains("://") ? .server(text, .standard) : .unknown(text))
    }
}

extension Platform {
    /// Returns whether both platforms have the same back end; transports of value types are never the same.
    func isSame(as other: Platform) -> Bool {
        switch (kind, other.kind) {
        case (.embedded, .embedded): true
        case (.backend(let mine), .backend(let theirs)): mine === theirs
        case (.directory(let mine), .directory(let theirs)): mine.path == theirs.path
        case (.transport(let mine), .transport(let theirs)):
            type(of: mine) is AnyClass && mine as AnyObject === theirs as AnyObject
        case (.server(let mine, let path), .server(let theirs, let other)): mine == theirs && path == other
        case (.unknown(let mine), .unknown(let theirs)): mine == theirs
        default: false
        }
    }
}

extension WebcomConfiguration: CustomStringConvertible {
    /// The identifier and the platform.
    public var description: String { "WebcomConfiguration(\(identifier), \(platform.place))" }
}

extension Platform: CustomStringConvertible {
    /// The location of the back end.
    public var description: String { "Platform(\(place))" }

    fileprivate var place: String {
        switch kind {
        case .embedded: "embedded"
        case .backend(let backend): "embedded in \(backend)"
        case .directory(let directory): "embedded at \(directory.path)"
        case .transport(let transport): "transport \(type(of: transport))"
        case .server(let url, _): "server \(url)"
        case .unknown(let text): "unknown \(text)"
        }
    }
}

extension WebcomConfiguration {
    /// The error of an invalid identifier or an unknown platform; `nil` if the configuration is valid.
    var refusal: WebcomError? {
        if case .unknown(let text) = platform.kind {
            return WebcomError(
                .invalidConfiguration,
                "The platform \(text.quoted(atMost: 80)) of WEBCOM_PLATFORM or the property list is unknown in this build; use "
                    + "\"embedded\" or the address of a server, such as wss://HOST, or configure a transport in code: "
                    + "Webcom.setDefault(WebcomConfiguration(…)).")
        }
        if case .server(let url, let path) = platform.kind, let refusal = serverRefusal(url, path) { return refusal }
        guard let problem = Self.problem(in: identifier) else { return nil }
        return WebcomError(
            .invalidConfiguration,
            "The application identifier \(identifier.quoted(atMost: 40)) \(problem); "
                + "use 1 to 256 characters without \"/\" and control characters.")
    }

    private func serverRefusal(_ url: String, _ path: ServerPath) -> WebcomError? {
        do throws(DatasyncError) {
            let address = try ServerAddress(url: url, namespace: identifier, path: path)
            #if WebSocket
                _ = address
                return nil
            #else
                return WebcomError(
                    .invalidConfiguration,
                    "This build cannot connect to \(address), as it lacks the trait WebSocket; enable it where your "
                        + "package depends on this one: .package(…, traits: [\"WebSocket\"]).")
            #endif
        } catch {
            return WebcomError(error)
        }
    }

    private static func problem(in identifier: String) -> String? {
        let scalars = identifier.unicodeScalars
        if scalars.isEmpty { return "is empty" }
        if scalars.count > 256 { return "is \(scalars.count) characters long" }
        if scalars.contains("/") { return "holds \"/\"" }
        return scalars.first { $0.properties.generalCategory == .control }.map {
            "holds the control character U+\(String($0.value, radix: 16))"
        }
    }
}
