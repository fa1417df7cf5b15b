#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWebSocket
    import Dispatch
    import Foundation
    public import Logging
    public import NIOCore
    import NIOHTTP1
    import NIOPosix
    import NIOSSL
    import NIOWebSocket

    /// A server for the namespaces of its configuration: WebSocket sessions, REST requests and event streams on one port.
    ///
    /// The data are in the configured directory or database, or in memory until the process ends.
    ///
    /// ```swift
    /// let server = try DatabaseServer(ServerConfiguration(port: 9000))
    /// let port = try await server.start()
    /// // later:
    /// await server.stop()
    /// ```
    public final class DatabaseServer: Sendable {
        let context: ServerContext
        private let secure: SecureContext
        let listener = ListenerBox()
        private let data: ServerData?
        private let factory: NamespaceFactory
        private static let handlerName = "requests"
        private static let filterName = "new names"
        private static let hostName = "host"

        /// Creates a server.
        ///
        /// - Parameter configuration: The configuration.
        /// - Throws: ``ServerError`` if the configuration is not valid or not safe.
        public convenience init(_ configuration: ServerConfiguration) throws(ServerError) {
            try self.init(configuration, clock: .system)
        }

        /// Creates a server; tests pass a clock, a log that other servers share, those servers, and a sender of webhooks.
        init(
            _ configuration: ServerConfiguration, clock: ServerClock, log shared: (any CommitLog)? = nil,
            peers: (any ServerPeers)? = nil, sender: WebhookSender? = nil
        ) throws(ServerError) {
            try configuration.check()
            secure = try SecureContext(configuration.tls, minimum: configuration.tlsMinimum)
            let log = ServerLog(configuration.logger)
            let diagnose: @Sendable (String) -> Void = { log(.warning, $0) }
            let run = ServerRun(.random(in: 1...UInt64(Int64.max)))
            let data =
                shared.map { ServerData($0, beside: .servers, diagnose: diagnose) }
                ?? ServerData(configuration, run: run.number, clock: clock.now, diagnose: diagnose)
            let clock = data.map(clock.following) ?? clock
            self.data = data
            let metrics = ServerMetrics()
            let rules = try configuration.rules.map { text throws(ServerError) in try Self.rules(text, log) }
            factory = NamespaceFactory(
                data: data, rules: rules, replacesDeployedRules: configuration.replacesDeployedRules,
                run: run, metrics: metrics, limits: configuration.limits, requiresIndexes: !configuration.isEmulator,
                clock: clock.now,
                executor: { DispatchQueue.global(qos: .userInitiated).async(execute: $0) }, log: log)
            let directory = NamespaceDirectory(
                factory, configured: configuration.namespaces,
                creationLimit: configuration.isEmulator ? configuration.limits.createdNamespaces : 0, clock: clock)
            let webhooks = try data.map { data throws(ServerError) in
                let sender = if let sender { sender } else { try WebhookSender() }
                return Webhooks(
                    directory.webhooks, directory, data, configuration, sender: sender, clock: clock, metrics: metrics,
                    log: log)
            }
            context = ServerContext(
                configuration, directory: directory, signIn: SignIn(configuration, log, clock: clock),
                service: DataService(clock: clock.now) { UInt64.random(in: .min ... .max) }, webhooks: webhooks,
                metrics: metrics, log: log, clock: clock, peers: peers ?? data?.peers(of: configuration))
            if let webhooks { factory.webhooks.set(webhooks) }
        }

        private static func rules(_ text: String, _ log: ServerLog) throws(ServerError) -> RulesDocument {
            do throws(DatasyncError) {
                let document = try RulesDocument(source: text.utf8, from: .file)
                for warning in document.rules.warnings { log(.warning, "rules: \(warning)") }
                return document
            } catch {
                throw ServerError("The rules are not valid. \(error.message)")
            }
        }

        /// Starts the server, which can be done only once.
        ///
        /// - Parameter group: The event loops of the connections; those of the process when `nil`.
        /// - Returns: The port of the server.
        /// - Throws: ``ServerError`` if the address cannot be bound, or the server was started before.
        @discardableResult
        public func start(on group: (any EventLoopGroup)? = nil) async throws(ServerError) -> Int {
            try await begin()
            return try await listen(on: group ?? MultiThreadedEventLoopGroup.singleton)
        }

        /// Claims the start, and opens the data.
        func begin() async throws(ServerError) {
            guard listener.begin() else {
                throw ServerError("A server starts once; make another one with the same configuration.")
            }
            let configuration = context.configuration
            context.signIn.warn()
            do throws(ServerError) {
                if let tokens = configuration.tokens { try await context.signIn.start(tokens) }
                try await data?.open()
                data?.storeIdleSnapshots { [factory] in factory.make($0, startRules: nil) }
                try await context.directory.open()
                await context.webhooks?.start()
            } catch {
                listener.fail()
                throw error
            }
            context.limitConnections(to: Descriptors.raiseLimit())
        }

        private func listen(on group: any EventLoopGroup) async throws(ServerError) -> Int {
            let (context, secure) = (context, secure)
            let configuration = context.configuration
            let bootstrap = ServerBootstrap(group: group)
                .serverChannelOption(.backlog, value: 256)
                .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(AcceptFailureHandler(context.connections, context.log))
                        try pipeline.addHandler(AcceptBackoffHandler())
                    }
                }
                .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
                // Limits the data waiting for a client that sends many requests and reads no response.
                .childChannelOption(.writeBufferWaterMark, value: .init(low: 1 << 14, high: 1 << 15))
                .childChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        if let secure = secure.present {
                            try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: secure))
                        }
                        try Self.configure(channel, context)
                    }
                }
            do {
                let channel = try await bootstrap.bind(host: configuration.host, port: configuration.port).get()
                if !listener.set(channel) { try await channel.close().get() }
                let port = channel.localAddress?.port ?? configuration.port
                context.log(.notice, "listening on \(configuration.host):\(port)")
                return port
            } catch {
                listener.fail()
                throw ServerError(
                    "The address \(configuration.host):\(configuration.port) cannot be bound: \(error). Use another port, or end "
                        + "the process that uses it.")
            }
        }

        /// Replaces the certificate and its key for new connections, for instance before the current one expires.
        ///
        /// Open connections keep their certificate.
        ///
        /// - Parameter identity: The new certificate and key.
        /// - Throws: ``ServerError`` if they cannot be used, or the server runs without TLS; the current ones remain.
        public func replaceIdentity(_ identity: TLSIdentity) throws(ServerError) { try secure.replace(identity) }

        /// The level from which messages are logged; a change applies to later messages.
        ///
        /// The owner can also change it with a request: `PUT /.settings/logLevel.json`.
        public var logLevel: Logger.Level {
            get { context.log.level }
            set { context.log.level = newValue }
        }

        /// Whether the server drains: it accepts no new sessions, and the clients of open ones connect to other servers.
        ///
        /// A program sets it before it stops one of several servers. `/readyz` then answers `draining`, and requests are
        /// served as before. The page Placement has the rules. The owner can also change it with a request:
        /// `PUT /.settings/drain.json`.
        public var isDraining: Bool {
            get { context.placement.isDraining }
            set { if newValue { context.drain.begin() } else { context.drain.end() } }
        }

        /// The number of open WebSocket sessions and event streams; a server that drains can stop when it is 0.
        public var sessionCount: Int { context.connections.sessions.count }

        /// Stops the server: accepts no more connections, finishes current requests, and closes sessions with code 1001.
        ///
        /// - Parameter limit: The time after which the remaining connections are closed at once.
        public func stop(within limit: Duration = .seconds(10)) async {
            try? await listener.stop()?.close().get()
            context.signIn.stop()
            context.connections.drain()
            let connections = context.connections
            let hardEnd = MultiThreadedEventLoopGroup.singleton.next().scheduleTask(in: TimeAmount(limit)) {
                connections.closeAll()
            }
            await context.connections.waitUntilEmpty()
            hardEnd.cancel()
            if let data {
                await context.webhooks?.stop()
                context.directory.close()
                await data.close()
            }
            context.log(.notice, "stopped")
        }

        /// Adds the handlers of a connection, behind those of the program around the server.
        static func configure(
            _ channel: any Channel, _ context: ServerContext, beside handlers: [any RemovableChannelHandler] = []
        ) throws {
            let id = context.connections.add(
                channel, limit: context.connectionLimit,
                addressLimit: context.configuration.connectionLimit(of: channel.hostText))
            guard let id else {
                context.metrics.refusedConnections.increment()
                if let count = context.connections.noteRefused(now: context.clock.now()) {
                    context.log(
                        .warning,
                        "refused \(channel.remoteText), \(count) since the last report: as many connections are open as the "
                            + "limits allow, or the server shuts down")
                }
                channel.close(mode: .all, promise: nil)
                return
            }
            context.metrics.connections.opened()
            channel.closeFuture.whenComplete { _ in context.metrics.connections.closed() }
            let pipeline = channel.pipeline.syncOperations
            let frameLimit = min(context.configuration.limits.messageBytes, Int(UInt32.max))
            // Made once: a redirect counts.
            let accepted = NIOLoopBoundBox<ServerContext.Socket?>(nil, eventLoop: channel.eventLoop)
            let upgrader = NIOWebSocketServerUpgrader(
                maxFrameSize: frameLimit,
                automaticErrorHandling: false,
                shouldUpgrade: { channel, head in
                    accepted.value = try? context.makeSocket(head, channel)
                    let headers = accepted.value.map { _ in SocketHandshake.headers(for: head) }
                    return channel.eventLoop.makeSucceededFuture(headers)
                },
                upgradePipelineHandler: { channel, head in
                    channel.eventLoop.makeCompletedFuture {
                        let socket = try accepted.value.take() ?? context.makeSocket(head, channel)
                        let pipeline = channel.pipeline.syncOperations
                        let decoder = try pipeline.handler(type: ByteToMessageHandler<WebSocketFrameDecoder>.self)
                        try pipeline.addHandler(FrameSplitterHandler(limit: frameLimit), position: .before(decoder))
                        try pipeline.addHandler(SocketSessionHandler(socket, context, id))
                    }
                })
            let hostNames = handlers.indices.map { "\(Self.hostName) \($0)" }
            try pipeline.configureHTTPServerPipeline(
                withServerUpgrade: (
                    upgraders: [upgrader],
                    completionHandler: { context in
                        for name in [Self.handlerName, Self.filterName, Self.hostName] + hostNames {
                            context.pipeline.syncOperations.removeHandler(name: name, promise: nil)
                        }
                    }
                ))
            let upgrades = try pipeline.handler(type: HTTPServerUpgradeHandler.self)
            if context.directory.isShared {
                try pipeline.addHandler(
                    NewNameFilter(context.directory), name: Self.filterName, position: .before(upgrades))
            }
            try pipeline.addHandler(UpgradeFilter(), position: .before(upgrades))
            let host = handlers.isEmpty ? nil : HostRequests()
            if let host { try pipeline.addHandler(host, name: Self.hostName) }
            for (name, handler) in zip(hostNames, handlers) { try pipeline.addHandler(handler, name: name) }
            try pipeline.addHandler(RequestHandler(context, id, host), name: Self.handlerName)
        }
    }
#endif
