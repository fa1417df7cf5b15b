#if Server
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

    /// A carrier over WebSocket connections of this machine: the session handler of the server, and the transport of the client.
    final class SocketCarrier: ScenarioCarrier {
        private struct Core: Sendable {
            /// The links of the back end, by the namespace that their clients name.
            var links: [String: any Link] = [:]
            /// The connections that are open or opening.
            var connections: [ObjectIdentifier: CarriedConnection] = [:]
            var hasArrived = false
        }

        /// The form of the connections.
        enum Form: String, CaseIterable {
            case plain
            case tls
            /// Split at random places, and delayed.
            case fragmented
        }

        let name: String
        private let form: Form
        private let core = Guarded(Core())
        private let listener: any Channel
        private let port: Int

        init(_ form: Form = .plain) async throws {
            self.form = form
            name = "sockets (\(form.rawValue))"
            let secure = form == .tls ? try TestCertificate.identity.makeContext() : nil
            let generators = Guarded(SeededGenerator(salt: 31))
            var configuration = ServerConfiguration(port: 0, isEmulator: true)
            // A connection that a machine under load is too slow for would end a scenario early.
            configuration.limits.pingAfter = .seconds(3_600)
            let make: @Sendable (String) -> ServedNamespace = { name in
                ServedNamespace(name: name, clock: { 0 }, executor: { $0() })
            }
            let table = NamespaceTable([], creationLimit: 0, make: make)
            let context = ServerContext(
                configuration, namespaces: table,
                directory: NamespaceDirectory(table, configured: [], start: NamespaceStart(data: nil), make: make),
                signIn: SignIn(configuration, clock: TestClock().clock),
                service: DataService(clock: { 0 }, random: { 0 }),
                metrics: ServerMetrics())
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
                                let socket = ServerContext.Socket(
                                    link: link,
                                    messages: SocketMessages(encoder: MessageEncoder(context.metrics.encodings)))
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
            port = listener.localAddress?.port ?? 0
            self.links = links
        }

        private let links: LinkTable

        func close() { listener.close(mode: .all, promise: nil) }

        func link(to backend: any Link) -> any Link { CarriedLink(backend: backend, carrier: self) }

        func settle() -> Bool {
            // A pong follows everything that was sent before it.
            for connection in core.withLock({ Array($0.connections.values) }) { connection.waitForPong() }
            return core.withLock { core in
                defer { core.hasArrived = false }
                return core.hasArrived
            }
        }

        func finish() {
            for connection in core.withLock({ Array($0.connections.values) }) { connection.close() }
        }

        fileprivate func open(_ backend: any Link, _ receive: @escaping @Sendable (LinkEvent) -> Void)
            -> any LinkConnection
        {
            let connection = CarriedConnection()
            core.withLock { core in
                core.connections[ObjectIdentifier(connection)] = connection
                core.hasArrived = true
            }
            let namespace = links.add(AvailableLink(link: backend, receive: receive))
            let url = form == .tls ? "wss://localhost:\(port)" : "ws://127.0.0.1:\(port)"
            let address = try? ServerAddress(url: url, namespace: namespace)
            guard let address else { return connection }
            let options = WebSocketOptions(
                handshakeTimeout: .seconds(3_600), pingAfter: .seconds(3_600),
                trustRoots: .certificates(pem: TestCertificate.certificate))
            let opened = TransportLink(WebSocketTransport(address, options: options)).open { [self] event in
                if case .message(.control(.pong)) = event { return connection.answered() }
                core.withLock { $0.hasArrived = true }
                receive(event)
                if case .closed = event { remove(connection) }
            }
            connection.attach(opened) { [weak self, weak connection] in
                if let connection { self?.remove(connection) }
            }
            return connection
        }

        private func remove(_ connection: CarriedConnection) {
            _ = core.withLock { $0.connections.removeValue(forKey: ObjectIdentifier(connection)) }
            connection.answered()
        }

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

        /// A link that delivers `available` directly, because the text form cannot carry it.
        private struct AvailableLink: Link {
            let link: any Link
            let receive: @Sendable (LinkEvent) -> Void

            func open(_ carried: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
                link.open { event in
                    if case .available = event { receive(event) } else { carried(event) }
                }
            }
        }

        private struct CarriedLink: Link {
            let backend: any Link
            let carrier: SocketCarrier

            func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
                carrier.open(backend, receive)
            }
        }
    }

    /// A client's connection that can wait until everything sent has arrived.
    private final class CarriedConnection: LinkConnection {
        private struct Core: Sendable {
            var connection: (any LinkConnection)?
            var closed: (@Sendable () -> Void)?
        }

        private let core = Guarded(Core())
        private let pong = DispatchSemaphore(value: 0)

        func attach(_ connection: any LinkConnection, closed: @escaping @Sendable () -> Void) {
            core.withLock { core in
                core.connection = connection
                core.closed = closed
            }
        }

        func send(_ message: ClientMessage) { core.withLock(\.connection)?.send(message) }

        func close() {
            let (connection, closed) = core.withLock { ($0.connection, $0.closed) }
            connection?.close()
            closed?()
        }

        func waitForPong() {
            send(.ping)
            pong.wait()
        }

        /// Notes a pong, or the end of the connection.
        func answered() { pong.signal() }
    }
#endif
