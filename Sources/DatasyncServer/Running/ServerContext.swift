#if Server
    import DatasyncWire
    import NIOCore
    import NIOHTTP1

    /// The parts of a server that its connections share.
    final class ServerContext: Sendable {
        let configuration: ServerConfiguration
        let namespaces: NamespaceTable
        let directory: NamespaceDirectory
        let signIn: SignIn
        let origins: CrossOrigin
        let service: DataService
        let metrics: ServerMetrics
        let clock: ServerClock
        let connections = ConnectionRegistry()
        let log: ServerLog

        init(
            _ configuration: ServerConfiguration, namespaces: NamespaceTable, directory: NamespaceDirectory,
            signIn: SignIn, service: DataService, metrics: ServerMetrics, log: ServerLog, clock: ServerClock = .system
        ) {
            self.configuration = configuration
            self.namespaces = namespaces
            self.directory = directory
            self.signIn = signIn
            origins = CrossOrigin(configuration)
            self.service = service
            self.metrics = metrics
            self.log = log
            self.clock = clock
        }

        /// The session of a WebSocket client, and the way of its messages.
        struct Socket {
            let messages: SocketMessages
            /// Opens the session.
            let open: (SocketReceiver) -> any LinkConnection
        }

        /// Returns the session of a WebSocket client.
        ///
        /// - Throws: ``RequestFailure`` if the handshake is not valid, or its origin or namespace is not served.
        func makeSocket(_ head: HTTPRequestHead, _ channel: any Channel) throws(RequestFailure) -> Socket {
            let target = try RequestTarget(head.uri)
            guard target.resource == .socket else {
                throw RequestFailure(.notFound, "There is no WebSocket at this path.")
            }
            guard target["v"] == ProtocolVersion.current else {
                throw RequestFailure(
                    .badRequest,
                    "The version of the protocol (v) is missing or unknown; this server has version 5: ?v=5.")
            }
            try origins.check(head)
            try SocketHandshake.check(head)
            let namespace = try namespaces.namespace(target["ns"] ?? NamespaceTable.usual)
            let link = makeLink(head, channel, namespace, logsSignIns: true)
            return Socket(messages: namespace.messages) { link.connect($0) }
        }

        /// Returns the link of a session that a request opens.
        func makeLink(
            _ head: HTTPRequestHead, _ channel: any Channel, _ namespace: ServedNamespace,
            authOverride: AuthOverride? = nil, logsSignIns: Bool = false
        ) -> SessionLink {
            let host = configuration.publicAddress ?? head.headers.first(name: "Host")
            return SessionLink(
                port: namespace.makePort(host: host ?? "\(configuration.host):\(configuration.port)"),
                address: channel.hostText, signIn: signIn, authOverride: authOverride, logsSignIns: logsSignIns)
        }
    }
#endif
