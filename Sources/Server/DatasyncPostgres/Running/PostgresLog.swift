#if Postgres
    import DatasyncConcurrency
    public import DatasyncLog
    import Synchronization

    /// A commit log in a PostgreSQL database, which several servers can share.
    ///
    /// What it delivers is committed. Entries that wait at the same time are committed with one statement. If its outcome is unknown, because
    /// the connection was lost, the log finds out whether the entries were stored before it sends them again.
    ///
    /// ```swift
    /// let url = "postgresql://datasync:secret@db.example/shop?sslrootcert=/etc/ssl/certs/ca-certificates.crt"
    /// _ = try await PostgresLog.migrate(url)
    /// let log = try await PostgresLog.open(url)
    /// let shop = try LogNamespace("shop")
    /// let subscription = log.follow(shop, after: nil) { event in print(event) }
    /// log.append([LogEntry(run: 1, session: 1, body: [1, 2, 3])], to: shop) { reason in print(reason) }
    /// await log.close()
    /// ```
    ///
    /// The page <doc:Postgres> has the rules and the tables.
    public final class PostgresLog: CommitLog {
        /// The options of a log.
        public struct Options: Sendable {
            /// The milliseconds between two looks for the records of other servers.
            public var pollInterval = 20
            /// The highest schema level of the records that this server can read.
            public var level = 1
            /// The address that clients connect to, `HOST:PORT`, as other servers see it; empty if this process is no server.
            public var publicAddress = ""
            /// The address of this machine that other servers connect to, `HOST:PORT`; empty if they cannot.
            ///
            /// Without it, this server looks for their records in each poll interval.
            public var peerAddress = ""
            /// The bytes of records after which a snapshot is due.
            public var snapshotThreshold = 64 << 20
            /// The bytes of appends that may wait, while the database is away; more are lost.
            public var waitingLimit = PostgresLog.maximumAppend
            /// The milliseconds for which a replaced snapshot can still be read.
            package var replacedSnapshotTime = 600_000
            /// The number of the run, which the entries of this server have too; `nil` for a random one.
            package var run: UInt64?
            package var lease = LeaseTimes()
            /// Returns the entry that ends a run; without it, the runs of servers that are gone do not end.
            package var endOfRun: (@Sendable (UInt64) -> LogEntry)?

            /// Creates the default options.
            public init() {}
        }

        /// The maximum number of bytes in the entries of one append: 64 MiB.
        public static let maximumAppend = 64 << 20

        let options: Options
        let shell: LogShell
        let timer = WorkQueue(label: "datasync.postgres.timer")
        private let address: DatabaseAddress
        private let lastFollower = Atomic(0)

        /// Opens the log in a database.
        ///
        /// - Parameters:
        ///   - url: The URL of the database, as `postgresql://USER:PASSWORD@HOST:PORT/DATABASE`.
        ///   - options: The options.
        /// - Returns: The log, connected and registered.
        /// - Throws: `LogError` `invalidOption`, `newerVersion`, or `operationFailed` if the database cannot be reached or lacks the
        ///   tables. The message never has the password.
        public static func open(_ url: String, options: Options = Options()) async throws(LogError) -> PostgresLog {
            guard options.pollInterval > 0, options.waitingLimit > 0, options.snapshotThreshold > 0,
                Int32(exactly: options.level) != nil
            else {
                throw LogError(
                    .invalidOption,
                    "An option of the log in the database is out of range: \(options). Use positive numbers.")
            }
            let address = try DatabaseAddress(url)
            let listener = options.peerAddress.isEmpty ? nil : try PeerListener(options.peerAddress)
            let shell = try LogShell(waitingLimit: options.waitingLimit)
            let error = await withCheckedContinuation { continuation in
                let state = LogState(
                    address: address,
                    appends: AppendState(
                        run: options.run.flatMap(Int64.init(exactly:)) ?? .random(in: 1...Int64.max),
                        level: Int32(options.level), publicAddress: options.publicAddress,
                        peerAddress: listener?.address ?? "", leaseDuration: options.lease.duration
                    ) { .random(in: 1...Int64.max) },
                    follows: FollowState(
                        pollInterval: Int64(options.pollInterval), snapshotThreshold: options.snapshotThreshold),
                    lease: LeaseState(
                        options.lease, publicAddress: options.publicAddress, endOfRun: options.endOfRun),
                    hints: HintState(isListening: listener != nil), pollInterval: Int64(options.pollInterval),
                    opened: { continuation.resume(returning: $0) })
                shell.start(state, at: address, listener)
            }
            if let error { throw error }
            return PostgresLog(address, options, shell)
        }

        private init(_ address: DatabaseAddress, _ options: Options, _ shell: LogShell) {
            self.address = address
            self.options = options
            self.shell = shell
        }

        deinit { shell.post(.close(ApplicationOwned { @Sendable () in })) }

        /// Creates or updates the tables of the log, in one transaction.
        ///
        /// - Parameters:
        ///   - url: The URL of the database.
        ///   - level: The schema level that servers may write from now on; it is never lowered, and never above a live server's.
        /// - Returns: The versions of the tables.
        /// - Throws: `LogError` `newerVersion` if a newer version of the library has created the tables, which are unchanged then;
        ///   `invalidOption` or `operationFailed`.
        public static func migrate(_ url: String, level: Int = 1) async throws(LogError) -> PostgresMigration {
            guard let level = Int32(exactly: level) else {
                throw LogError(.invalidOption, "The schema level \(level) is out of range. Use a small number.")
            }
            let address = try DatabaseAddress(url)
            let result = await withCheckedContinuation { continuation in
                WorkQueue(label: "datasync.postgres.migration").executor {
                    continuation.resume(
                        returning: Result { () throws(LogError) in try SchemaMigration(address, level: level).run() })
                }
            }
            return try result.get()
        }

        /// Appends everything that waits, ends the run, and closes the connections.
        ///
        /// Later appends are lost, and so are those that were not sent within 5 seconds; those whose outcome is unknown are not
        /// reported.
        public func close() async {
            await withCheckedContinuation { continuation in
                shell.post(.close(ApplicationOwned { @Sendable () in continuation.resume() }))
            }
        }

        /// Appends entries, which are delivered once they are committed.
        public func append(
            _ entries: [LogEntry], to namespace: LogNamespace, lost: @escaping @Sendable (String) -> Void
        ) {
            guard !entries.isEmpty else { return }
            let byteCount = entries.reduce(0) { $0 + 4 + $1.byteCount }
            guard byteCount <= Self.maximumAppend else {
                return lost(
                    "The entries have \(byteCount) bytes; the limit of an append is \(Self.maximumAppend). Divide them."
                )
            }
            if let error = Self.problem(of: namespace) { return lost(error.message) }
            let append = PendingAppend(entries: entries, byteCount: byteCount, lost: ApplicationOwned(lost))
            guard shell.post(append, to: namespace) else {
                return lost(
                    "The appends that wait for the database \(address) have more than \(options.waitingLimit) bytes. Wait until "
                        + "it can be reached.")
            }
        }

        /// Delivers the records after a position, then each new record once it is committed.
        public func follow(
            _ namespace: LogNamespace, after position: LogPosition?, _ receive: @escaping @Sendable (LogEvent) -> Void
        ) -> any LogSubscription {
            let follower = LogFollower(namespace, receive)
            let id = lastFollower.add(1, ordering: .relaxed).newValue
            if let error = Self.problem(of: namespace) {
                follower.receive(.unavailable(reason: error.message))
            } else {
                shell.post(.follow(follower, id: id, after: position))
            }
            return Subscription(shell: shell, follower: follower, id: id)
        }

        /// Returns the position of the latest record, as of a read that begins after the call.
        ///
        /// - Throws: `LogError` if the database cannot be reached.
        public func latestPosition(of namespace: LogNamespace) async throws -> LogPosition? {
            if let error = Self.problem(of: namespace) { throw error }
            return try await withCheckedContinuation { continuation in
                shell.post(
                    .ask(namespace, ApplicationOwned { @Sendable answer in continuation.resume(returning: answer) }))
            }.get()
        }

        /// Returns the time of the database, as the latest renewal of the lease has found it.
        public func currentTime() -> LogTime? {
            shell.shown(\.clockOffset).map { LogTime(LogShell.now + $0) }
        }

        /// The state of the log at its latest renewal, and the bytes that wait now.
        package var status: LogStatus { shell.status }

        /// Whether the lease of this server holds, so that no other server ends its run.
        package var hasLease: Bool { leaseAge.map { $0 < options.lease.duration } ?? false }

        /// The milliseconds since the lease was last renewed; `nil` before the first renewal.
        package var leaseAge: Int64? { shell.shown(\.lastRenewal).map { LogShell.now - $0 } }

        /// Says that this server has no session in a namespace any more, until it appends to it again.
        ///
        /// Once nothing follows the namespace, the end of the run does not concern it.
        ///
        /// - Parameter namespace: The namespace.
        /// - Returns: The bytes of the records that were received after the latest snapshot.
        package func settle(_ namespace: LogNamespace) async -> Int {
            await withCheckedContinuation { continuation in
                shell.post(.settled(namespace, ApplicationOwned({ @Sendable in continuation.resume(returning: $0) })))
            }
        }

        /// Says whether this server drains, so that the others send no clients to it.
        package func setDraining(_ isDraining: Bool) { shell.post(.drain(isDraining)) }

        /// Executes a statement on the connection for snapshots.
        func run(_ statement: DatabaseStatement) async throws(LogError) -> DatabaseReply {
            let result = await withCheckedContinuation { continuation in
                let completion = ApplicationOwned<@Sendable (Result<DatabaseReply, LogError>) -> Void> {
                    continuation.resume(returning: $0)
                }
                shell.post(.job(DatabaseJob(statement: statement, completion: completion)))
            }
            return try result.get()
        }

        /// Returns why the database cannot store a name.
        static func problem(of namespace: LogNamespace) -> LogError? {
            guard namespace.name.utf8.contains(0) else { return nil }
            return LogError(
                .invalidNamespace,
                "The name of the namespace has a zero byte, which a database cannot store. Use another name.")
        }

        private struct Subscription: LogSubscription {
            let shell: LogShell
            let follower: LogFollower
            let id: Int

            func cancel() {
                follower.cancel()
                shell.post(.cancel(id))
            }
        }
    }

    extension PostgresLog: CustomStringConvertible {
        /// The database, the host and the port.
        public var description: String { "log in the database \(address)" }
    }

    extension PostgresLog.Options: CustomStringConvertible {
        /// The values.
        public var description: String {
            "polls each \(pollInterval) ms, level \(level), snapshots after \(snapshotThreshold) bytes, up to \(waitingLimit) bytes "
                + "wait"
        }
    }
#endif
