#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Dispatch
    import NIOHTTP1

    /// A namespace of a server: its back end and its rules.
    ///
    /// The server uses the back end only through this type. Without a log, the data stay in memory until the process
    /// ends. With one, connections wait until ``start(_:)`` has read it.
    final class ServedNamespace: Sendable {
        let name: String
        /// The sender of messages to the WebSocket sessions.
        let messages: SocketMessages
        /// The messages of its sessions, for the owners who watch them.
        let trace: MessageTrace
        /// The number of deliveries that connections gather before a flush.
        private static let slice = 65_536
        private let backend: Backend
        private let clock: @Sendable () -> Double
        /// Whether other servers may have acknowledged writes that this one has not applied.
        let isShared: Bool
        /// Whether a test entry is on its way to a log that could not be written.
        private let isTrying = Guarded(false)
        /// Runs work that may wait, after a pause for other work.
        private static let later: Executor = { work in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(2), execute: work)
        }

        /// Creates a namespace whose data are in memory.
        ///
        /// - Parameters:
        ///   - name: The name of the namespace.
        ///   - rules: The rules.
        ///   - metrics: Counts the pushes that are encoded, and the frames.
        ///   - limits: The limits of its sessions.
        ///   - requiresIndexes: Whether reads of many children need an index that the rules declare.
        ///   - clock: Returns the time in milliseconds since the Unix epoch.
        ///   - executor: Runs the deliveries above the limit of a call.
        init(
            name: String, rules: RulesDocument = .open, metrics: ServerMetrics = ServerMetrics(),
            limits: ServerLimits = ServerLimits(),
            requiresIndexes: Bool = false,
            clock: @escaping @Sendable () -> Double, executor: @escaping Executor
        ) {
            self.name = name
            self.clock = clock
            trace = MessageTrace(clock: clock)
            let group = FlushGroup()
            let messages = SocketMessages(metrics, group: group)
            self.messages = messages
            isShared = false
            var state = BackendState(rules: rules, host: name)
            state.listenLimit = limits.listens
            state.onDisconnectLimit = limits.onDisconnectBytes
            state.requiresIndexes = requiresIndexes
            backend = Backend(
                state, clock: clock, executor: executor, laterExecutor: Self.later, sliceLimit: Self.slice,
                delivered: { group.flush() },
                join: { JoinedReceiver($0, messages, group) })
        }

        /// Creates a namespace whose data are in a log.
        ///
        /// - Parameters:
        ///   - namespace: The namespace in the log.
        ///   - run: The run of the server.
        ///   - users: The other users of the log.
        ///   - metrics: Counts the pushes that are encoded, and the frames.
        ///   - limits: The limits of its sessions.
        ///   - requiresIndexes: Whether reads of many children need an index that the rules declare.
        ///   - startRules: The rules to set before the first connection; `nil` if those of the log remain.
        ///   - clock: Returns the time in milliseconds since the Unix epoch.
        ///   - executor: Runs the deliveries above the limit of a call.
        ///   - webhooks: The webhooks of the server; `nil` if it has none.
        ///   - diagnose: Receives messages about the log, on any thread.
        init(
            _ namespace: LogNamespace, run: ServerRun, beside users: LogUsers = .none, metrics: ServerMetrics,
            limits: ServerLimits, requiresIndexes: Bool, startRules: StartRules? = nil,
            clock: @escaping @Sendable () -> Double,
            executor: @escaping Executor, webhooks: LateWebhooks? = nil,
            diagnose: @escaping @Sendable (String) -> Void
        ) {
            name = namespace.name
            isShared = if case .none = users { false } else { true }
            self.clock = clock
            trace = MessageTrace(clock: clock)
            let group = FlushGroup()
            let messages = SocketMessages(metrics, group: group)
            self.messages = messages
            var host: Backend.WebhookHost?
            if let webhooks { host = { call in await webhooks.respond(to: call, in: namespace.name) } }
            backend = Backend(
                namespace: namespace, run: run, beside: users, host: namespace.name, listenLimit: limits.listens,
                onDisconnectLimit: limits.onDisconnectBytes, requiresIndexes: requiresIndexes,
                startRules: startRules, clock: clock, executor: executor, laterExecutor: Self.later,
                sliceLimit: Self.slice, delivered: { group.flush() },
                join: { JoinedReceiver($0, messages, group) },
                beforeSnapshot: { await webhooks?.waitUntilReleased(namespace.name, $0) ?? true },
                webhooks: host, diagnose: diagnose)
        }

        /// Reads the log, then accepts connections.
        ///
        /// - Throws: The error of the log; from then on, connections are refused with its message.
        func start(_ log: any CommitLog) async throws { try await backend.start(log) }

        /// Waits until the log has been read, or reading it has failed.
        ///
        /// - Throws: ``RequestFailure`` if it has failed.
        func waitUntilRead() async throws(RequestFailure) {
            await backend.waitUntilRead()
            if let failure { throw RequestFailure(.serviceUnavailable, failure) }
        }

        /// Whether the log has been read.
        var isRead: Bool { backend.isRead }

        /// The reason why the namespace refuses all connections; `nil` if it does not.
        var failure: String? { backend.failure }

        /// Whether the log has everything, and no client is connected.
        var isSettled: Bool { backend.isSettled }

        /// Stores a snapshot of the current state.
        ///
        /// - Throws: The error of the log.
        func storeSnapshot() async throws { try await backend.storeCurrentSnapshot() }

        /// The time for which a read waits for the latest position of the log, in milliseconds.
        private static let latestLimit = 1_000

        /// Waits until all that other servers have acknowledged before the call is applied; returns whether it is.
        func waitUntilLatest() async -> Bool { await backend.waitUntilLatest(atMost: Self.latestLimit) }

        /// Ends all sessions with a reason, and refuses connections from now on.
        func close(because reason: String) { backend.fail(because: reason) }

        /// Creates the port of one more session; retain it until its connection is closed.
        ///
        /// - Parameter host: The address that the client connects to next.
        /// - Returns: The port.
        func makePort(host: String? = nil) -> BackendPort { backend.makePort(host: host) }

        /// Returns the response to a read without a session; `nil` while the log is read or the index is built.
        func read(_ path: Path, _ window: Window, by principal: Principal) -> Response? {
            backend.read(path, window, by: principal)
        }

        /// Returns whether a write at a path may be allowed, regardless of its data.
        ///
        /// - Parameters:
        ///   - path: The path of the write.
        ///   - isBelow: Whether the write may also be below the path.
        ///   - principal: The party that writes.
        /// - Returns: `false` if no data could make the rules allow it.
        func mayAllowWriting(at path: Path, isBelow: Bool, by principal: Principal) -> Bool {
            backend.mayAllowWriting(at: path, isBelow: isBelow, by: principal)
        }

        /// Waits until a read can be answered: the log has been read, and the index that it needs is built.
        func waitUntilReadable(_ path: Path, _ window: Window, by principal: Principal) async {
            await backend.waitUntilReadable(path, window, by: principal)
        }

        /// Makes a feed of the changes after a position; the namespace must stay loaded.
        func makeFeed(after position: LogPosition?) -> NodeFeed { NodeFeed(backend, after: position) }

        /// Returns the position up to which all records are applied.
        ///
        /// - Throws: ``RequestFailure`` with status 503 if the log does not answer.
        func currentPosition() async throws(RequestFailure) -> LogPosition {
            do {
                return try await backend.currentPosition()
            } catch {
                throw RequestFailure(.serviceUnavailable, (error as? LogError)?.message ?? "\(error)")
            }
        }

        /// The current data, regardless of rules and limits.
        var data: Node { backend.database.data }

        /// The rules with their document.
        var rules: RulesDocument { backend.database.rules }

        /// The reason why the log cannot be read or written; `nil` once it has delivered a record.
        var unavailability: String? { backend.unavailability }

        /// Returns the reason why the last write to the log failed; `nil` if it succeeded.
        ///
        /// After a failure, this tries to write an entry, so a later call may return `nil`.
        @discardableResult
        func checkLog() -> String? {
            guard let reason = backend.unavailability else { return nil }
            let begins = isTrying.withLock { isTrying in
                defer { isTrying = true }
                return !isTrying
            }
            if begins {
                Task {
                    try? await waitUntilApplied()
                    isTrying.withLock { $0 = false }
                }
            }
            return reason
        }

        /// Returns whether the current rules let a user have a webhook at a path.
        func allowsWebhook(of user: RuleAuth, at path: Path, in data: Node) -> Bool {
            let context = RuleContext(auth: user, now: clock(), data: data)
            return rules.rules.allowWebhook(at: path, in: context)
        }

        /// Replaces a value, regardless of rules.
        func write(_ json: JSON, at path: Path = .root) throws(DatasyncError) {
            try backend.write(try WriteValue(json, at: path, readsPriorities: false), at: path)
        }

        /// Replaces the rules; rejects invalid ones.
        func setRules(_ json: JSON) throws(DatasyncError) { try backend.setRules(json) }

        /// Replaces the rules.
        func setRules(_ rules: RulesDocument) { backend.setRules(rules) }
    }
#endif
