#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncStorage
    import Dispatch

    #if Postgres
        import DatasyncPostgres
    #endif

    /// The log of a server's namespaces: a journal in its data directory, or one that other servers use too, as in a database.
    final class ServerData: Sendable {
        private enum State: Sendable {
            case new
            case open(any CommitLog)
            case closed
        }

        /// The bytes of the records since the last snapshot from which an evicted namespace needs another one.
        private static let snapshotThreshold = 64 << 10

        /// Opens the log.
        private let make: @Sendable () async throws(ServerError) -> any CommitLog
        /// The other users of the log.
        let users: LogUsers
        private let diagnose: @Sendable (String) -> Void
        private let state = Guarded(State.new)

        init(
            directory: String, clock: @escaping @Sendable () -> Double, diagnose: @escaping @Sendable (String) -> Void
        ) {
            make = { () async throws(ServerError) in
                try await Self.openJournal(directory, clock: clock, diagnose: diagnose)
            }
            users = .none
            self.diagnose = diagnose
        }

        #if Postgres
            /// Creates the data in a database, which other servers use too.
            ///
            /// - Parameters:
            ///   - database: The URL of the database.
            ///   - run: The number of the server's run.
            ///   - publicAddress: The address that clients connect to; empty if it is not known.
            ///   - peerAddress: The address that other servers connect to; empty if they cannot.
            ///   - diagnose: Receives messages, on any thread.
            init(
                database: String, run: UInt64, publicAddress: String, peerAddress: String,
                diagnose: @escaping @Sendable (String) -> Void
            ) {
                make = { () async throws(ServerError) in
                    var options = PostgresLog.Options()
                    (options.run, options.publicAddress, options.endOfRun) = (run, publicAddress, LogEntry.endOfRun)
                    options.peerAddress = peerAddress
                    do throws(LogError) {
                        let log = try await PostgresLog.open(database, options: options)
                        for risk in log.status.risks { diagnose(risk) }
                        return log
                    } catch {
                        throw ServerError("The database cannot be used. \(error.message)")
                    }
                }
                users = .servers
                self.diagnose = diagnose
            }
        #endif

        /// Creates the data where a configuration names them; `nil` for data in memory.
        ///
        /// - Parameters:
        ///   - configuration: The configuration, which has been checked.
        ///   - run: The number of the server's run.
        ///   - clock: Returns the time in milliseconds since the Unix epoch.
        ///   - diagnose: Receives messages, on any thread.
        convenience init?(
            _ configuration: ServerConfiguration, run: UInt64, clock: @escaping @Sendable () -> Double,
            diagnose: @escaping @Sendable (String) -> Void
        ) {
            #if Postgres
                if let database = configuration.database {
                    self.init(
                        database: database, run: run, publicAddress: configuration.publicAddress ?? "",
                        peerAddress: configuration.peerAddress ?? "", diagnose: diagnose)
                    return
                }
            #endif
            guard let directory = configuration.dataDirectory else { return nil }
            self.init(directory: directory, clock: clock, diagnose: diagnose)
        }

        /// Creates the data in a log that is open, and that others use too.
        init(_ log: any CommitLog, beside users: LogUsers, diagnose: @escaping @Sendable (String) -> Void) {
            make = { log }
            self.users = users
            self.diagnose = diagnose
            state.withLock { $0 = .open(log) }
        }

        /// Opens the log.
        ///
        /// - Throws: ``ServerError`` if the directory is in use or damaged, or cannot be written; if the database cannot be used.
        func open() async throws(ServerError) {
            guard case .new = state.withLock(\.self) else { return }
            let log = try await make()
            state.withLock { $0 = .open(log) }
        }

        /// Opens a journal, and reads and checks all of it.
        private static func openJournal(
            _ directory: String, clock: @escaping @Sendable () -> Double,
            diagnose: @escaping @Sendable (String) -> Void
        ) async throws(ServerError) -> JournalLog {
            let result = await withCheckedContinuation { continuation in
                // Opening blocks its thread.
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(
                        returning: Result { () throws(LogError) in
                            try JournalLog(
                                directory: directory, clock: { LogTime(Int64(clock())) },
                                diagnostic: { diagnose($0.message) })
                        })
                }
            }
            do throws(LogError) {
                return try result.get()
            } catch {
                throw ServerError("The data directory cannot be opened. \(error.message)")
            }
        }

        /// Reads the log of a namespace, which then accepts connections.
        ///
        /// - Throws: ``ServerError`` if the log cannot be read.
        func start(_ namespace: ServedNamespace) async throws(ServerError) {
            guard let log else { return namespace.close(because: "The server shuts down.") }
            do {
                try await namespace.start(log)
            } catch {
                let reason = (error as? LogError)?.message ?? "\(error)"
                throw ServerError("The namespace \(namespace.name) cannot be read. \(reason)")
            }
        }

        private var log: (any CommitLog)? { if case .open(let log) = state.withLock(\.self) { log } else { nil } }

        /// Stores a snapshot of an idle namespace if many records follow the last one, so that it is read quickly again.
        ///
        /// - Returns: Whether the server can forget the namespace.
        func settle(_ namespace: ServedNamespace) async -> Bool {
            if namespace.failure != nil { return true }
            guard namespace.isSettled else {
                // Tries to write again if that has failed.
                namespace.checkLog()
                return false
            }
            if let count = await byteCountAfterSnapshot(of: namespace), count <= Self.snapshotThreshold { return true }
            do {
                try await namespace.storeSnapshot()
            } catch {
                diagnose("The snapshot of \(namespace.name) could not be stored; the log keeps all records. \(error)")
            }
            return true
        }

        /// Returns the bytes of the records after the latest snapshot of an idle namespace; `nil` if the log does not know.
        private func byteCountAfterSnapshot(of namespace: ServedNamespace) async -> Int? {
            guard let name = try? LogNamespace(namespace.name) else { return nil }
            if let log = log as? JournalLog { return Int(log.byteCountAfterSnapshot(of: name)) }
            #if Postgres
                if let log = log as? PostgresLog { return await log.settle(name) }
            #endif
            return nil
        }

        /// Returns the other servers, if the log has their names.
        func peers(of configuration: ServerConfiguration) -> (any ServerPeers)? {
            #if Postgres
                if configuration.database != nil {
                    return DatabasePeers(publicAddress: configuration.publicAddress) { [weak self] in
                        self?.log as? PostgresLog
                    }
                }
            #endif
            return nil
        }

        /// The runs of the servers of the log, this one first; `[0]` if the log has no list of servers.
        ///
        /// Empty while this server's lease does not hold.
        var servers: [UInt64] {
            #if Postgres
                if let log = log as? PostgresLog {
                    guard log.hasLease else { return [] }
                    let status = log.status
                    return [UInt64(bitPattern: status.run)] + status.others.map { UInt64(bitPattern: $0.run) }
                }
            #endif
            return [0]
        }

        /// The reason why another server may end this one's run; `nil` if its lease holds, or it has none.
        var shortage: String? {
            #if Postgres
                if let log = log as? PostgresLog, !log.hasLease {
                    return "the lease of this server in the database could not be renewed"
                }
            #endif
            return nil
        }

        /// The metrics of the log, in Prometheus format; empty for a journal.
        var metrics: String {
            #if Postgres
                if let log = log as? PostgresLog {
                    return log.status.metrics(hasLease: log.hasLease, leaseAge: log.leaseAge)
                }
            #endif
            return ""
        }

        /// The time of the log's clock; `nil` if it has none.
        func currentTime() -> LogTime? { log?.currentTime() }

        /// Stores snapshots of the namespaces that nobody uses and whose records keep old files.
        ///
        /// - Parameter make: Makes a namespace to read.
        func storeIdleSnapshots(_ make: @escaping @Sendable (LogNamespace) -> ServedNamespace) {
            guard let journal = log as? JournalLog else { return }
            let snapshots = IdleSnapshots { [weak self] name in
                let namespace = make(name)
                do {
                    try await self?.start(namespace)
                    try await namespace.storeSnapshot()
                } catch {
                    if self?.log != nil {
                        self?.diagnose(
                            "The files with \(name) remain, because its snapshot could not be stored. \(error)")
                    }
                }
            }
            journal.whenUnfollowed { snapshots.add($0) }
        }

        /// Makes all entries durable, and closes the files.
        func close() async {
            let last = state.withLock { state in
                defer { state = .closed }
                return state
            }
            guard case .open(let log) = last else { return }
            if let log = log as? JournalLog { await log.close() }
            #if Postgres
                if let log = log as? PostgresLog { await log.close() }
            #endif
        }
    }
#endif
