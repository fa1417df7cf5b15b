#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire

    /// A namespace of a server: its back end and its rules.
    ///
    /// All use of the back end by the server goes through this type. The data are in memory until the process ends; a
    /// namespace with a data directory would open its commit log here.
    final class ServedNamespace: Sendable {
        let name: String
        private let backend: Backend
        /// The rules as they were set; null for none.
        private let rulesDocument = Guarded(JSON.null)

        init(name: String, clock: @escaping @Sendable () -> Double, executor: @escaping Executor) {
            self.name = name
            backend = Backend(BackendState(host: name), clock: clock, executor: executor)
        }

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

        var rules: JSON { rulesDocument.withLock(\.self) }

        /// Replaces the rules; invalid rules are rejected.
        func setRules(_ json: JSON) throws(DataError) {
            try backend.setRules(json)
            _ = rulesDocument.exchange(json)
        }

        /// Returns the value that a query selects, without checking the rules.
        func value(at path: Path, _ window: Window) -> Node { window.cut(backend.data[path]) }

        /// Writes a value without checking the rules.
        func write(_ value: WriteValue, at path: Path) throws(DataError) { try backend.write(value, at: path) }
    }
#endif
