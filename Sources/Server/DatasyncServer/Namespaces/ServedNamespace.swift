#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWebSocket
    import DatasyncWire
    import Dispatch

    /// A namespace of a server: its back end and its rules.
    ///
    /// All use of the back end by the server goes through this type. Without a log, the data are in memory until the process
    /// ends. With one, connections wait until ``start(_:)`` has read it.
    final class ServedNamespace: Sendable {
        let name: String
        /// The way of the messages to the WebSocket sessions.
        let messages: SocketMessages
        /// The number of deliveries that connections gather before they are flushed.
        private static let slice = 65_536
        private let backend: Backend
        /// Whether an entry tries whether the log can be written again.
        private let isTrying = Guarded(false)
        /// Runs work that may wait, after a pause for others.
        private static let later: Executor = { work in
            DispatchQueue.global(qos: .utility).asyncAfter(deadline: .now() + .milliseconds(2), execute: work)
        }

        /// Creates a namespace whose data are in memory.
        ///
        /// `metrics`: Counts the pushes that are encoded, and the frames. `limits`: Those of its sessions. `requiresIndexes`: Whether reads
        /// of many children need an index that the rules declare.
        init(
            name: String, metrics: ServerMetrics = ServerMetrics(), limits: ServerLimits = ServerLimits(),
            requiresIndexes: Bool = false,
            clock: @escaping @Sendable () -> Double, executor: @escaping Executor
        ) {
            self.name = name
            let group = FlushGroup()
            let messages = SocketMessages(metrics, group: group)
            self.messages = messages
            var state = BackendState(host: name)
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
        /// `run`: A number that no server of the namespace has used before.
        /// `diagnose`: Receives messages about the log, on any thread.
        init(
            _ namespace: Namespace, run: UInt64, metrics: ServerMetrics, limits: ServerLimits, requiresIndexes: Bool,
            clock: @escaping @Sendable () -> Double,
            executor: @escaping Executor, diagnose: @escaping @Sendable (String) -> Void
        ) {
            name = namespace.name
            let group = FlushGroup()
            let messages = SocketMessages(metrics, group: group)
            self.messages = messages
            backend = Backend(
                namespace: namespace, run: run, host: namespace.name, listenLimit: limits.listens,
                onDisconnectLimit: limits.onDisconnectBytes, requiresIndexes: requiresIndexes, clock: clock,
                executor: executor, laterExecutor: Self.later, sliceLimit: Self.slice, delivered: { group.flush() },
                join: { JoinedReceiver($0, messages, group) }, diagnose: diagnose)
        }

        /// Reads the log, and accepts connections after that.
        ///
        /// - Throws: The error of the log; connections are refused with its message from then on.
        func start(_ log: any CommitLog) async throws { try await backend.start(log) }

        /// Ends all sessions with a reason, and refuses connections from now on.
        func close(because reason: String) { backend.fail(because: reason) }

        /// Makes the port of one more session; it must be retained until its connection is closed.
        ///
        /// `host`: The address that the client connects to next.
        func makePort(host: String? = nil) -> BackendPort { backend.makePort(host: host) }

        /// Returns the response to a read without a session; `nil` while the log is read, or the index of the read built.
        func read(_ path: Path, _ window: Window, by principal: Principal) -> Response? {
            backend.read(path, window, by: principal)
        }

        /// Returns whether a write at a path may be allowed, regardless of its data.
        ///
        /// `isBelow`: Whether the write may also be below the path.
        func mayAllowWriting(at path: Path, isBelow: Bool, by principal: Principal) -> Bool {
            backend.mayAllowWriting(at: path, isBelow: isBelow, by: principal)
        }

        /// Waits until a read can be answered: until the log has been read, and the index that the read lacks is built.
        func waitUntilReadable(_ path: Path, _ window: Window, by principal: Principal) async {
            await backend.waitUntilReadable(path, window, by: principal)
        }

        /// The present data, without regard to rules and limits.
        var data: Node { backend.database.data }

        /// The document of the rules; null for none.
        var rules: JSON { backend.database.rules.json }

        /// The reason why the data could not be written the last time; `nil` if they could.
        ///
        /// If there is one, the next entry of the log is tried, so that a later call may return `nil`.
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

        /// Replaces all data, without regard to rules.
        func write(_ json: JSON) throws(DatasyncError) {
            try backend.write(try WriteValue(json, at: .root, readsPriorities: false), at: .root)
        }

        /// Replaces the rules; invalid rules are rejected.
        func setRules(_ json: JSON) throws(DatasyncError) { try backend.setRules(json) }

        /// Replaces the rules.
        func setRules(_ rules: RulesDocument) { backend.setRules(rules) }
    }
#endif
