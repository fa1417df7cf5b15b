#if Server
    import DatasyncWire
    import NIOHTTP1

    /// The parts of a server that its connections share.
    final class ServerContext: Sendable {
        let configuration: ServerConfiguration
        let namespaces: NamespaceTable
        let signIn: SignIn
        let service: DataService
        let metrics = ServerMetrics()
        let connections = ConnectionRegistry()

        init(
            _ configuration: ServerConfiguration, namespaces: NamespaceTable, signIn: SignIn, service: DataService
        ) {
            self.configuration = configuration
            self.namespaces = namespaces
            self.signIn = signIn
            self.service = service
        }

        func log(_ line: String) { configuration.log(line) }

        /// Returns the link of a WebSocket session.
        ///
        /// - Throws: ``RequestFailure`` if the version or the namespace of the request is not served.
        func makeSocketLink(_ head: HTTPRequestHead) throws(RequestFailure) -> any Link {
            let target = try RequestTarget(head.uri)
            guard target.resource == .socket else {
                throw RequestFailure(.notFound, "There is no WebSocket at this path.")
            }
            guard target["v"] == ProtocolVersion.current else {
                throw RequestFailure(
                    .badRequest,
                    "The version of the protocol (v) is missing or unknown; this server has version 5: ?v=5.")
            }
            // Browsers let any page open a WebSocket, so the server itself checks the origin.
            guard CrossOrigin.isAllowed(head, by: configuration.allowedOrigins) else {
                throw RequestFailure(
                    .forbidden, "Pages of this origin may not connect; allow it with the option --allow-origin.")
            }
            let namespace = try namespaces.namespace(target["ns"] ?? NamespaceTable.usual)
            return makeLink(head, namespace)
        }

        /// Returns the link of a session that a request opens.
        func makeLink(_ head: HTTPRequestHead, _ namespace: ServedNamespace) -> any Link {
            let host = configuration.publicAddress ?? head.headers.first(name: "Host")
            return namespace.makeLink(host: host ?? "\(configuration.host):\(configuration.port)", signIn: signIn)
        }
    }
#endif
