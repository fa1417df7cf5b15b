#if Server
    import DatasyncConcurrency
    import DatasyncStorage
    import DatasyncWebSocket
    import DatasyncWire
    import Dispatch
    import Foundation
    import Logging
    import NIOCore
    import NIOHTTP1
    import Synchronization

    /// The parts of a server that its connections share.
    final class ServerContext: Sendable {
        let configuration: ServerConfiguration
        let directory: NamespaceDirectory
        let signIn: SignIn
        let origins: CrossOrigin
        let service: DataService
        /// The webhooks; `nil` if the data are in memory.
        let webhooks: Webhooks?
        let metrics: ServerMetrics
        let clock: ServerClock
        let connections = ConnectionRegistry()
        let sessions = SessionList()
        let log: ServerLog
        let placement: ClientPlacement
        let drain: Drain
        /// The memory of all data waiting for clients.
        let budget: OutgoingBudget
        private let possibleConnections = Atomic(Int.max)
        /// Encodes large messages and responses, one at a time.
        let encoder: Executor
        /// Reads large WebSocket messages, one at a time.
        let decoder: Executor
        /// The bytes of the large requests that were refused, of all clients.
        private let refusedBytes: Guarded<RateLimit>
        /// The longest pause of a client whose request was refused.
        private static let longestPause = TimeAmount.seconds(10)

        init(
            _ configuration: ServerConfiguration, directory: NamespaceDirectory, signIn: SignIn,
            service: DataService, webhooks: Webhooks? = nil, metrics: ServerMetrics, log: ServerLog,
            clock: ServerClock = .system, peers: (any ServerPeers)? = nil
        ) {
            self.configuration = configuration
            self.directory = directory
            self.signIn = signIn
            origins = CrossOrigin(configuration)
            refusedBytes = Guarded(RateLimit(configuration.limits.refusedBytesPerSecond, now: .now()))
            self.service = service
            self.webhooks = webhooks
            self.metrics = metrics
            self.log = log
            self.clock = clock
            placement = ClientPlacement(
                configuration, peers: peers ?? ListedPeers(configuration), uptime: clock.uptime)
            drain = Drain(placement, connections, log, clock: clock)
            let queue = DispatchQueue(label: "datasync.server.encoding", qos: .userInitiated)
            encoder = { queue.async(execute: $0) }
            // Below event loops: on busy processors, small requests would wait for its slices.
            let reading = DispatchQueue(label: "datasync.server.decoding", qos: .utility)
            decoder = { reading.async(execute: $0) }
            let trimming = MemoryTrimming { action in
                DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + 2, execute: action)
            }
            budget = OutgoingBudget(
                limit: configuration.limits.totalOutgoingBytes ?? SystemMemory.usualOutgoingBytes,
                timer: { time, action in _ = clock.schedule(in: time, action) }, freed: trimming.note)
        }

        /// Counts a refused request, and returns the time for which its client must pause.
        ///
        /// A large request costs much work before its data can be refused, and changes nothing: so the server does little of it.
        func pause(afterRefusing bytes: Int, now: NIODeadline) -> TimeAmount {
            min(refusedBytes.withLock { $0.note(bytes, now: now) }, Self.longestPause)
        }

        /// The namespaces in use.
        var namespaces: NamespaceTable { directory.table }

        /// The text of all metrics.
        var metricsText: String { metrics.text + namespaces.metrics + directory.logMetrics }

        /// Returns the memory of a response, whose connection may be closed to make room for others.
        func makeShare(of channel: any Channel, bytes: Int) -> OutgoingBudget.Share {
            let share = budget.makeShare {
                self.noteSlowClient(channel, limit: self.configuration.limits.outgoingBytes)
                channel.close(mode: .all, promise: nil)
            }
            share.add(bytes)
            return share
        }

        /// The reason why data cannot be written now or soon; `nil` if they can.
        var storageShortage: String? {
            if let shortage = directory.shortage { return shortage }
            guard let directory = configuration.dataDirectory,
                let volume = try? FileManager.default.attributesOfFileSystem(forPath: directory),
                let free = (volume[.systemFreeSize] as? NSNumber)?.uint64Value
            else { return nil }
            // Small writes may still fit into the current segment.
            let needed = JournalLog.Options().segmentSize
            if free >= needed { return nil }
            return "no space left for the next file of the data: \(free) of \(needed) bytes are free"
        }

        /// The maximum number of open connections.
        var connectionLimit: Int { min(configuration.limits.connections, possibleConnections.load(ordering: .relaxed)) }

        /// Limits the connections to the number that the process has file descriptors for.
        func limitConnections(to count: Int) {
            possibleConnections.store(count, ordering: .relaxed)
            guard count < configuration.limits.connections else { return }
            log(
                .warning,
                "at most \(count) connections can be open, as the process has no more file descriptors; raise its limit "
                    + "(ulimit -n)")
        }

        /// Counts and logs a client that is disconnected because it reads too slowly.
        ///
        /// - Parameters:
        ///   - channel: The channel of the client.
        ///   - kind: The kind of the client, for the log.
        ///   - limit: The number of bytes that may wait for it.
        func noteSlowClient(_ channel: any Channel, _ kind: String = "", limit: Int) {
            metrics.slowClients.increment()
            log(
                .warning,
                "disconnected \(kind)\(channel.remoteText): more than \(limit) bytes wait for it, or \(budget.limit) for all "
                    + "clients")
        }

        /// A WebSocket client's session, and the sender of its messages.
        struct Socket {
            let namespace: String
            let messages: SocketMessages
            /// The session in the trace; `nil` for a redirect.
            var traced: TracedSession?
            /// Opens the session.
            let open: (SocketReceiver) -> any LinkConnection
        }

        /// Returns a WebSocket client's session, or a redirect in its place.
        ///
        /// - Throws: ``RequestFailure`` if the handshake is not valid, its origin or namespace is not served, or the server
        ///   drains.
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
            let name = target["ns"] ?? NamespaceTable.usual
            // A redirect does not load the namespace.
            try namespaces.check(name)
            let redirect = try placement.redirect(
                name, from: channel.hostText, isRedirected: target["redirected"] == "1")
            if let redirect {
                return Socket(namespace: name, messages: SocketMessages(metrics)) { receiver in
                    receiver.receive(.message(.control(.reset(host: redirect.host))))
                    return EndedConnection()
                }
            }
            let use = try namespaces.use(name)
            let link = makeLink(head, channel, use, logsSignIns: true)
            return Socket(namespace: name, messages: use.namespace.messages, traced: link.traced) { link.connect($0) }
        }

        /// Returns the link of a session that a request opens.
        func makeLink(
            _ head: HTTPRequestHead, _ channel: any Channel, _ use: NamespaceUse,
            authOverride: AuthOverride? = nil, logsSignIns: Bool = false
        ) -> SessionLink {
            let host = configuration.publicAddress ?? head.headers.first(name: "Host")
            return SessionLink(
                use: use,
                port: use.namespace.makePort(host: host ?? "\(configuration.host):\(configuration.port)"),
                address: channel.hostText, signIn: signIn, sessions: sessions,
                traced: TracedSession(trace: use.namespace.trace, id: sessions.makeID(), sessions: sessions),
                authOverride: authOverride,
                logsSignIns: logsSignIns)
        }
    }

    /// The session of a client that was sent elsewhere at once.
    private struct EndedConnection: LinkConnection {
        func send(_ message: ClientMessage) {}

        func close() {}
    }
#endif
