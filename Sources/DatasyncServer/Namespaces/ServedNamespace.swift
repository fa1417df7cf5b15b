#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import DatasyncWire

    /// A namespace of a server: its back end and its rules.
    ///
    /// All use of the back end by the server goes through this type. Without a log, the data are in memory until the process
    /// ends. With one, connections wait until ``start(_:)`` has read it.
    final class ServedNamespace: Sendable {
        let name: String
        private let backend: Backend

        /// Creates a namespace whose data are in memory.
        init(name: String, clock: @escaping @Sendable () -> Double, executor: @escaping Executor) {
            self.name = name
            backend = Backend(BackendState(host: name), clock: clock, executor: executor)
        }

        /// Creates a namespace whose data are in a log.
        ///
        /// `run`: A number that no server of the namespace has used before.
        /// `diagnose`: Receives messages about the log, on any thread.
        init(
            _ namespace: Namespace, run: UInt64, clock: @escaping @Sendable () -> Double,
            executor: @escaping Executor, diagnose: @escaping @Sendable (String) -> Void
        ) {
            name = namespace.name
            backend = Backend(
                namespace: namespace, run: run, host: namespace.name, clock: clock, executor: executor,
                diagnose: diagnose)
        }

        /// Reads the log, and accepts connections after that.
        ///
        /// - Throws: The error of the log; connections are refused with its message from then on.
        func start(_ log: any CommitLog) async throws { try await backend.start(log) }

        /// Ends all sessions, and refuses connections from now on.
        func close() { backend.fail(because: "The server shuts down.") }

        /// Makes the link of one more session.
        ///
        /// - Parameters:
        ///   - host: The address that the client connects to next.
        ///   - signIn: The way in which credentials are checked.
        /// - Returns: The link; it must be retained until its connection is closed.
        func makeLink(host: String, signIn: SignIn) -> any Link {
            SessionLink(backend.makePort(), host: host, signIn: signIn)
        }

        // MARK: The rights of the owner

        /// The document of the rules; null for none.
        var rules: JSON { backend.database.rules.json }

        /// Replaces the rules; invalid rules are rejected.
        func setRules(_ json: JSON) throws(DataError) { try backend.setRules(json) }

        /// Returns the value that a query selects, without checking the rules.
        func value(at path: Path, _ window: Window) -> Node { window.cut(backend.data[path]) }

        /// Writes a value without checking the rules.
        func write(_ value: WriteValue, at path: Path) throws(DataError) { try backend.write(value, at: path) }
    }
#endif
