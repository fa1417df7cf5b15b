#if Server
    public import Logging

    /// The configuration of a server: its address, its namespaces, their rules, and who has the rights of the owner.
    ///
    /// ```swift
    /// var configuration = ServerConfiguration(port: 9000)
    /// configuration.rules = #"{"rules": {".read": true, "contacts": {".write": true}}}"#
    /// let server = try DatabaseServer(configuration)
    /// let port = try await server.start()
    /// ```
    public struct ServerConfiguration: Sendable {
        /// The address to bind to: a name or an IP address.
        public var host: String
        /// The port to bind to; 0 selects a free one.
        public var port: Int
        /// The names of the namespaces that exist from the start.
        public var namespaces: [String]
        /// The directory of the data, whose parent must exist; `nil` keeps the data in memory until the process ends.
        public var dataDirectory: String?
        /// The URL of a PostgreSQL database with the data, in place of a directory; several servers can use it.
        ///
        /// It needs the trait Postgres, and the tables that `datasync migrate-database` creates.
        public var database: String?
        /// The rules of these namespaces, a document `{"rules": {…}}`; `nil` for no new rules.
        ///
        /// With `nil`, the rules in the data directory remain; without any, all access is allowed. Rules that were deployed
        /// to a running server also remain, see ``replacesDeployedRules``.
        public var rules: String?
        /// Whether ``rules`` also replace rules that were deployed; the server's log says which ones remain.
        public var replacesDeployedRules: Bool
        /// Whether the server is for tests.
        ///
        /// Any name signs in, the token `owner` has all rights, and namespaces are created on use.
        public var isEmulator: Bool
        /// Whether the server may bind to an address other than loopback while its rules allow all access.
        public var allowsOpenRules: Bool
        /// The token with the rights of the owner, who is not subject to rules; `nil` for none.
        public var adminSecret: String?
        /// The tokens that are accepted as credentials of users; `nil` for none.
        public var tokens: TokenRules?
        /// The address that clients are directed to, `HOST:PORT`; `nil` for the one they have used.
        public var publicAddress: String?
        /// The address that other servers over the same database connect to, `HOST:PORT` of this machine; `nil` if they cannot.
        ///
        /// With it, the other servers tell this one what they commit; without it, this one polls.
        public var peerAddress: String?
        /// The public addresses of the servers that use the same log, `HOST:PORT`; may include this server's own.
        ///
        /// Each namespace prefers one of them, and the clients of the others are sent there. The page Placement has the rules.
        public var peers: [String]
        /// Whether clients may be sent to one of ``peers``; not behind a load balancer, which chooses the server.
        public var redirectsClients: Bool
        /// Whether the server has pages for people to look at and change the data, at `/console`.
        public var servesConsole: Bool
        /// The hosts of webhooks that may be in a private network and without TLS, `HOST` or `HOST:PORT`.
        ///
        /// All others need `https` and an address of the Internet.
        public var webhookHosts: [String]
        /// The addresses of proxies, which may open as many connections as the server has.
        public var trustedProxies: [String]
        /// The origins whose web pages may send requests and open sessions, such as `https://contacts.example`; `*`
        /// allows all.
        ///
        /// An empty list allows the server's own origin and pages of this machine, such as `http://localhost:3000`; for an
        /// emulator it allows all. The own origin has the public address or, without one, the name that the client uses.
        public var allowedOrigins: [String]
        /// The certificate and key of the server; `nil` for connections without TLS.
        public var tls: TLSIdentity?
        /// The lowest version of TLS that clients may use.
        public var tlsMinimum: TLSMinimum
        /// The limits of connections, requests and messages.
        public var limits: ServerLimits
        /// The server's logger, from the package swift-log; by default one that logs nothing, with the level `critical`.
        ///
        /// The logger's level is the server's level at the start; see ``DatabaseServer/logLevel``.
        public var logger: Logger

        /// Creates a configuration with one namespace, `default`, and without rules.
        ///
        /// - Parameters:
        ///   - host: The address to bind to; by default only this machine can connect.
        ///   - port: The port to bind to; 0 selects a free one.
        ///   - isEmulator: Whether the server is for tests.
        public init(host: String = "127.0.0.1", port: Int = 9000, isEmulator: Bool = false) {
            self.host = host
            self.port = port
            self.isEmulator = isEmulator
            replacesDeployedRules = false
            namespaces = ["default"]
            allowsOpenRules = false
            peers = []
            redirectsClients = true
            servesConsole = false
            webhookHosts = []
            trustedProxies = []
            allowedOrigins = []
            tlsMinimum = .version12
            limits = ServerLimits()
            logger = Logger(label: "datasync") { _ in SwiftLogNoOpLogHandler() }
        }
    }

    extension ServerConfiguration: CustomStringConvertible {
        /// The address and the namespaces; secrets are left out.
        public var description: String {
            "ServerConfiguration(\(host):\(port), \(namespaces.joined(separator: ", "))\(isEmulator ? ", emulator" : ""))"
        }
    }
#endif
