#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import Logging
    import NIOHTTP1

    /// The namespaces of a server by name: loads them on first use, and evicts them when they are idle.
    final class NamespaceTable: Sendable {
        private typealias States = NamespaceStates<ServedNamespace>

        /// The namespace of requests without a name.
        static let usual = "default"

        private let shell: Shell<States, States.Effect>
        private let factory: NamespaceFactory
        /// Returns whether a name exists; called without a lock.
        private let exists: @Sendable (LogNamespace) -> Bool
        /// Returns the reason why a name may exist without this server knowing it; `nil` if it cannot.
        private let doubt: @Sendable () -> String?
        /// The maximum number of namespaces that are created on use.
        private let creationLimit: Int
        private let clock: ServerClock

        init(
            _ factory: NamespaceFactory, creationLimit: Int = 0, clock: ServerClock,
            exists: @escaping @Sendable (LogNamespace) -> Bool, doubt: @escaping @Sendable () -> String? = { nil }
        ) {
            shell = Shell(States(isLogged: factory.data != nil))
            self.factory = factory
            self.creationLimit = creationLimit
            self.clock = clock
            self.exists = exists
            self.doubt = doubt
        }

        /// All namespaces that are loaded or being loaded.
        var loaded: [ServedNamespace] { shell.read { $0.items.map(\.served) } }

        /// The names that were created on use.
        var created: Set<LogNamespace> { shell.read(\.created) }

        /// The metrics of the namespaces, in Prometheus format.
        var metrics: String {
            let (items, failures) = shell.read { ($0.items, $0.failureCount) }
            let failed = failures + items.count { $0.served.failure != nil }
            return ServerMetrics.lines("namespaces_loaded", "gauge", "Namespaces in memory.", items.count)
                + ServerMetrics.lines(
                    "namespaces_failed", "gauge", "Namespaces whose data cannot be read; the log has the reasons.",
                    failed)
        }

        /// Checks that a namespace exists or can be created on use, without loading it.
        ///
        /// - Throws: ``RequestFailure`` if it does not.
        func check(_ name: String) throws(RequestFailure) {
            guard let namespace = try? LogNamespace(name) else {
                throw RequestFailure(.badRequest, Self.problem(in: name) ?? "The name of the namespace is not valid.")
            }
            guard creationLimit > 0 || exists(namespace) else { throw isUnknown(name) }
        }

        /// Returns the failure of a request for a name that is not in the list.
        private func isUnknown(_ name: String) -> RequestFailure {
            guard let reason = doubt() else { return Self.isMissing(name) }
            return RequestFailure(
                .serviceUnavailable,
                "The server cannot look up the namespace \(name.quoted(atMost: 40)) at the moment; try again later. \(reason)"
            )
        }

        /// Returns a use of a namespace, which is loaded if it was not; creates it if the server creates namespaces on use.
        ///
        /// - Throws: ``RequestFailure`` if it does not exist and cannot be created, or could not be read a moment ago.
        func use(_ name: String) throws(RequestFailure) -> NamespaceUse {
            guard let namespace = try? LogNamespace(name) else {
                throw RequestFailure(.badRequest, Self.problem(in: name) ?? "The name of the namespace is not valid.")
            }
            let now = clock.uptime()
            var found = change { state, _ in state.use(namespace, now: now) }
            if case .absent = found {
                if let problem = Self.problem(in: name) { throw RequestFailure(.badRequest, problem) }
                let isCreated = !exists(namespace)
                guard !isCreated || creationLimit > 0 else { throw isUnknown(name) }
                let made = factory.make(namespace, isNew: shell.read { $0.isNew(namespace) })
                let limit = isCreated ? creationLimit : nil
                found = change { state, effects in
                    state.add(namespace, made, creationLimit: limit, now: now, &effects)
                }
            }
            switch found {
            case .served(let item): return makeUse(item)
            case .failed(let reason): throw RequestFailure(.serviceUnavailable, reason)
            case .isBeingDeleted:
                throw RequestFailure(
                    .serviceUnavailable,
                    "The namespace \(name.quoted(atMost: 40)) is being deleted; send the request again to create another."
                )
            case .absent, .limited: throw Self.isMissing(name)
            }
        }

        private func makeUse(_ item: NamespaceUse.Item) -> NamespaceUse {
            NamespaceUse(item) { [self] item in
                let now = clock.uptime()
                change { state, effects in state.endUse(item, now: now, &effects) }
            }
        }

        /// Refuses new uses of a namespace; returns `false` if it is already being deleted.
        func beginDeletion(_ use: NamespaceUse) -> Bool { change { state, _ in state.beginDeletion(use.item) } }

        /// Ends all sessions of a deleted namespace, or allows its use again if it could not be deleted.
        func endDeletion(_ use: NamespaceUse, isDeleted: Bool) {
            change { state, effects in state.endDeletion(use.item, isDeleted: isDeleted, &effects) }
        }

        /// Ends all sessions of a namespace that another server has deleted, unless it was created again.
        func remove(_ name: LogNamespace) {
            guard !exists(name) else { return }
            change { state, effects in state.remove(name, &effects) }
        }

        /// Ends all sessions; nothing is loaded from now on.
        func close() { change { state, effects in state.close(&effects) } }

        // MARK: The shell

        @discardableResult
        private func change<Result: Sendable>(_ body: (inout States, inout [States.Effect]) -> Result) -> Result {
            shell.perform(execute, body).result
        }

        private func execute(_ effect: States.Effect) {
            switch effect {
            case .load(let item): load(item)
            case .settle(let item, let attempt): settle(item, attempt)
            case .close(let item, let reason): item.served.close(because: reason)
            case .forget: break
            case .wake(let delay):
                _ = clock.schedule(delay) { [weak self] in
                    guard let self else { return }
                    let now = clock.uptime()
                    change { state, effects in state.timePassed(now: now, &effects) }
                }
            }
        }

        private func load(_ item: NamespaceUse.Item) {
            Task { [factory, exists] in
                var failure: String?
                do throws(ServerError) {
                    try await factory.data?.start(item.served)
                    // It may have been deleted after the request looked for it.
                    if creationLimit == 0, !exists(item.name) {
                        failure = Self.isMissing(item.name.name).message
                    }
                } catch {
                    failure = error.message
                }
                if let failure {
                    item.served.close(because: failure)
                    if !shell.read(\.isClosed) { factory.log(.error, failure) }
                }
                let (reason, now) = (failure, clock.uptime())
                change { state, effects in state.loaded(item, failure: reason, now: now, &effects) }
            }
        }

        private func settle(_ item: NamespaceUse.Item, _ attempt: Int) {
            Task { [factory] in
                let isSettled = await factory.data?.settle(item.served) ?? false
                let now = clock.uptime()
                change { state, effects in
                    state.settled(item, attempt: attempt, isSettled: isSettled, now: now, &effects)
                }
            }
        }

        // MARK: Names

        private static func isMissing(_ name: String) -> RequestFailure {
            RequestFailure(
                .notFound,
                "The namespace \(name.quoted(atMost: 40)) does not exist; create it with `datasync namespace create` or the "
                    + "option --namespace of the server, or name another with ?ns=.")
        }

        /// Returns the problem with a name, and the remedy.
        static func problem(in name: String) -> String? {
            let isValid =
                !name.isEmpty && name.unicodeScalars.count <= 256 && name.utf8.count <= 512
                && !name.unicodeScalars.contains("/")
                && !ReservedNamespace.isNamed(name)
                && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            if isValid { return nil }
            return
                "The name \(name.quoted(atMost: 40)) of a namespace is not valid; use 1 to 256 characters, of at most 512 bytes, "
                + "without \"/\" and control characters; \".namespaces\" is reserved."
        }
    }
#endif
