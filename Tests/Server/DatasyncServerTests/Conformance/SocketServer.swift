#if Server
    import DatasyncBackend
    import DatasyncClient
    import DatasyncConcurrency
    import DatasyncTesting
    import DatasyncWire
    import Dispatch
    import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import NIOWebSocket
    import TestSupport

    @testable import DatasyncServer
    @testable import DatasyncWebSocket

    /// WebSocket connections of this machine that carry scenarios: the session handler of the server, and the client's transport.
    struct SocketServer: Sendable {
        /// The form of the connections.
        enum Form: String, CaseIterable {
            case plain
            case tls
            /// Split at random places, and delayed.
            case fragmented
        }

        private let form: Form
        private let listener: any Channel
        private let links: LinkTable

        init(_ form: Form = .plain) async throws {
            self.form = form
            let secure = form == .tls ? try TestCertificate.identity.makeContext() : nil
            let generators = Guarded(SeededGenerator(salt: 31))
            var configuration = ServerConfiguration(port: 0, isEmulator: true)
            // A connection that a machine under load is too slow for would end a scenario early.
            configuration.limits.pingAfter = .seconds(3_600)
            let log = ServerLog(configuration.logger)
            let (metrics, clock) = (ServerMetrics(), TestClock().clock)
            let factory = NamespaceFactory(
                data: nil, run: ServerRun(1), metrics: metrics, limits: configuration.limits, requiresIndexes: false,
                clock: { 0 }, executor: { $0() }, log: log)
            let context = ServerContext(
                configuration, directory: NamespaceDirectory(factory, configured: [], clock: clock),
                signIn: SignIn(configuration, log, clock: clock),
                service: DataService(clock: { 0 }, random: { 0 }), metrics: metrics, log: log)
            let links = LinkTable()
            listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
                .childChannelInitializer { channel in
                    let upgrader = NIOWebSocketServerUpgrader(
                        maxFrameSize: 1 << 24, automaticErrorHandling: false,
                        shouldUpgrade: { channel, _ in channel.eventLoop.makeSucceededFuture([:]) },
                        upgradePipelineHandler: { channel, head in
                            channel.eventLoop.makeCompletedFuture {
                                guard let link = links.link(head.uri),
                                    let id = context.connections.add(channel, limit: .max)
                                else { return }
                                let messages = SocketMessages(context.metrics)
                                let socket = ServerContext.Socket(namespace: "", messages: messages) { receiver in
                                    link.open { receiver.receive($0) }
                                }
                                try channel.pipeline.syncOperations.addHandler(
                                    SocketSessionHandler(socket, context, id))
                            }
                        })
                    return channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        if form == .fragmented {
                            let seed = generators.withLock { $0.next() }
                            try pipeline.addHandler(FragmentingHandler(SeededGenerator(seed: seed)))
                        }
                        if let secure { try pipeline.addHandler(NIOSSLServerHandler(context: secure)) }
                        try pipeline.configureHTTPServerPipeline(
                            withServerUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
                    }
                }
                .bind(host: "127.0.0.1", port: 0).get()
            self.links = links
        }

        /// A carrier over new connections to this server.
        var carrier: TransportCarrier {
            TransportCarrier("sockets (\(form.rawValue))", timeout: 3_600_000) { [self] backend in
                let port = listener.localAddress?.port ?? 0
                let url = form == .tls ? "wss://localhost:\(port)" : "ws://127.0.0.1:\(port)"
                return WebSocketTransport(
                    try ServerAddress(url: url, namespace: links.add(backend)),
                    options: WebSocketOptions(
                        handshakeTimeout: .seconds(3_600), pingAfter: .seconds(3_600),
                        trustRoots: .certificates(pem: TestCertificate.certificate)))
            }
        }

        func close() { listener.close(mode: .all, promise: nil) }

        /// The links of the back end, by the target of the request.
        private final class LinkTable: Sendable {
            private let links = Guarded<[any Link]>([])

            func add(_ link: any Link) -> String {
                links.withLock { links in
                    links.append(link)
                    return "\(links.count - 1)"
                }
            }

            func link(_ target: String) -> (any Link)? {
                guard let number = target.split(separator: "=").last.flatMap({ Int($0) }) else { return nil }
                return links.withLock { $0.indices.contains(number) ? $0[number] : nil }
            }
        }
    }
#endif
