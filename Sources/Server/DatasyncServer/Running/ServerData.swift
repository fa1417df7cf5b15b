#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncStorage
    import Dispatch

    /// The log of a server's namespaces: a journal in its data directory, or a log that other servers use too.
    final class ServerData: Sendable {
        private enum State: Sendable {
            case new
            case open(any CommitLog)
            case closed
        }

        /// The bytes of the records since the last snapshot from which an evicted namespace needs another one.
        private static let snapshotThreshold = 64 << 10

        private let directory: String
        /// The other users of the log.
        let users: LogUsers
        private let clock: @Sendable () -> Double
        private let diagnose: @Sendable (String) -> Void
        private let state = Guarded(State.new)

        init(
            directory: String, clock: @escaping @Sendable () -> Double, diagnose: @escaping @Sendable (String) -> Void
        ) {
            self.directory = directory
            users = .none
            self.clock = clock
            self.diagnose = diagnose
        }

        /// Creates the data in a log that is open, and that others use too.
        init(_ log: any CommitLog, beside users: LogUsers, diagnose: @escaping @Sendable (String) -> Void) {
            directory = ""
            self.users = users
            clock = { 0 }
            self.diagnose = diagnose
            state.withLock { $0 = .open(log) }
        }

        /// Opens the journal, and reads and checks all of it.
        ///
        /// - Throws: ``ServerError`` if the directory is in use or damaged, or cannot be written.
        func open() async throws(ServerError) {
            guard case .new = state.withLock(\.self) else { return }
            let result = await withCheckedContinuation { continuation in
                // Opening blocks its thread.
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(returning: Result { () throws(LogError) in try self.makeJournal() })
                }
            }
            do throws(LogError) {
                let journal = try result.get()
                state.withLock { $0 = .open(journal) }
            } catch {
                throw ServerError("The data directory cannot be opened. \(error.message)")
            }
        }

        private func makeJournal() throws(LogError) -> JournalLog {
            let (clock, diagnose) = (clock, diagnose)
            return try JournalLog(
                directory: directory, clock: { Milliseconds(Int64(clock())) }, diagnostic: { diagnose($0.message) })
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
            if let name = try? Namespace(namespace.name), let log = log as? JournalLog,
                log.byteCountAfterSnapshot(of: name) <= Self.snapshotThreshold
            {
                return true
            }
            do {
                try await namespace.storeSnapshot()
            } catch {
                diagnose("The snapshot of \(namespace.name) could not be stored; the log keeps all records. \(error)")
            }
            return true
        }

        /// Stores snapshots of the namespaces that nobody uses and whose records keep old files.
        ///
        /// - Parameter make: Makes a namespace to read.
        func storeIdleSnapshots(_ make: @escaping @Sendable (Namespace) -> ServedNamespace) {
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
            if case .open(let log as JournalLog) = last { await log.close() }
        }
    }
#endif
