import DatasyncTree
public import DatasyncWebSocket
public import DatasyncWire
public import Foundation

extension WebcomConfiguration {
    /// The location of an application's back end: in this process, on a server, or behind a transport.
    public struct Platform: Sendable {
        enum Kind: Sendable {
            case embedded
            case backend(EmbeddedBackend)
            /// A back end in this process that is stored in a directory.
            case directory(URL)
            case transport(any Transport)
            /// The address of a server; it is checked when a client is made.
            case server(String, ServerPath)
            /// A platform named by the environment or the property list that this build does not support.
            case unknown(String)
        }

        let kind: Kind

        /// The embedded back end of the application's identifier, shared by all clients of that identifier in this process.
        public static let embedded = Platform(kind: .embedded)

        /// Returns the platform of a given embedded back end, for tests and demos.
        ///
        /// - Parameter backend: The back end that the clients connect to.
        /// - Returns: The platform.
        public static func embedded(in backend: EmbeddedBackend) -> Platform { Platform(kind: .backend(backend)) }

        /// Returns the platform of a server; the identifier of the application is the namespace on the server.
        ///
        /// With the trait `WebSocket` of this package, the connection runs over swift-nio. Without it, Apple platforms use
        /// their own WebSocket connections, with the proxies, certificates and virtual networks of the system's settings. On
        /// other platforms, or if the address is not valid, every operation of the application then fails with
        /// `invalidConfiguration`. To set connection options, enable the trait and pass a `WebSocketTransport` to
        /// ``transport(_:)``.
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
        /// Applications in this process that use the same directory share its journal; each identifier has its own tree. The first
        /// client opens the journal. It stays open until all of its applications are closed with `close()`, or the process ends. If
        /// it cannot be opened, the next attempt follows after 1 s, and then after delays that double up to 30 s. Meanwhile the
        /// clients are disconnected, and their connection status and diagnostics show the reason. See ``EmbeddedBackend``.
        ///
        /// - Parameter directory: The directory; its parent must exist.
        /// - Returns: The platform.
        public static func embedded(at directory: URL) -> Platform {
            Platform(kind: .directory(directory.standardizedFileURL))
        }

        /// Returns the platform of a back end behind a transport.
        ///
        /// After the transport closes, the client opens it again; see ``WebcomConfiguration/reconnection``.
        ///
        /// - Parameter transport: The transport to the back end.
        /// - Returns: The platform.
        public static func transport(_ transport: any Transport) -> Platform { Platform(kind: .transport(transport)) }
    }
}

extension WebcomConfiguration.Platform {
    /// Returns whether both platforms have the same back end; transports that are value types are never the same.
    func isSame(as other: Self) -> Bool {
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

extension WebcomConfiguration.Platform: CustomStringConvertible {
    /// The location of the back end.
    public var description: String { "Platform(\(place))" }

    var place: String {
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
