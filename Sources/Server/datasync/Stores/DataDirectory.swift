#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncServer
    import DatasyncStorage
    import DatasyncTree
    import Foundation

    /// A data directory that no server is using.
    struct DataDirectory: DataStore {
        private let journal: JournalLog
        let damage: [StoredDamage]

        /// Opens a directory, and reads and checks all its files.
        ///
        /// - Parameters:
        ///   - directory: The path.
        ///   - isWritable: Whether the directory can be changed; it is created if it does not exist.
        /// - Returns: The directory; close it.
        /// - Throws: ``CommandError`` if the directory is in use, or has no data that could be read.
        static func open(_ directory: String, isWritable: Bool = false) async throws(CommandError) -> DataDirectory {
            let data = try DataDirectory(directory, isWritable)
            let contents = data.journal.contents
            guard !isWritable, contents.segments.isEmpty, contents.parts.isEmpty, data.damage.isEmpty else {
                return data
            }
            await data.close()
            throw CommandError(
                "The directory \(directory) has no data; name the directory that `datasync serve --data` uses.")
        }

        private init(_ directory: String, _ isWritable: Bool) throws(CommandError) {
            var options = JournalLog.Options()
            options.openReadOnly = !isWritable
            do throws(LogError) {
                journal = try JournalLog(directory: directory, options: options) {
                    LogTime(Int64(Date().timeIntervalSince1970 * 1000))
                } diagnostic: {
                    Terminal.note($0.message)
                }
            } catch {
                let remedy = error.code == .locked ? " A server uses the directory; stop it first." : ""
                throw CommandError(error.message + remedy)
            }
            damage = journal.damage.map { StoredDamage(file: $0.file, offset: $0.offset, message: $0.message) }
        }

        var place: (kind: String, name: String) { ("directory", journal.directory) }

        var files: [StoredFile] {
            journal.contents.segments.map { StoredFile(path: $0.path, size: $0.size, end: $0.end) }
        }

        func close() async { await journal.close() }

        // MARK: Reading

        func namespaces() async throws(CommandError) -> [StoredNamespace] { all }

        private var all: [StoredNamespace] {
            journal.contents.parts.map { part in
                StoredNamespace(
                    namespace: part.namespace, incarnation: journal.incarnation, first: part.oldest, last: part.last,
                    time: part.time, snapshot: part.snapshot)
            }
        }

        func inspect() async throws(CommandError) -> [StoredDamage] { [] }

        func state(
            of namespace: LogNamespace, upTo number: UInt64
        ) async throws(CommandError) -> (found: StoredNamespace, state: DatabaseState)? {
            guard let found = all.first(where: { $0.namespace == namespace }) else { return nil }
            var replay = Replay()
            do {
                if let snapshot = try await journal.latestSnapshot(of: namespace) { try await replay.begin(snapshot) }
            } catch {
                throw CommandError(error)
            }
            guard replay.number < number else { return (found, replay.state) }
            let start = replay.number
            let state = Guarded(replay)
            try await read(found, after: start) { (record) throws(CommandError) in
                let result = state.withLock { state in
                    Result { () throws(CommandError) in try state.apply(record, of: namespace) }
                }
                try result.get()
                return record.position.number < number
            }
            return (found, state.withLock(\.state))
        }

        func read(
            _ namespace: StoredNamespace, after number: UInt64,
            _ body: @escaping @Sendable (LogRecord) throws(CommandError) -> Bool
        ) async throws(CommandError) {
            guard number < namespace.last else { return }
            let (results, continuation) = AsyncStream.makeStream(of: Result<Void, CommandError>.self)
            let isDone = Guarded(false)
            let position = LogPosition(incarnation: namespace.incarnation, number: number)
            let subscription = journal.follow(namespace.namespace, after: position) { event in
                if isDone.withLock(\.self) { return }
                guard let result = Self.accept(event, of: namespace, body) else { return }
                isDone.withLock { $0 = true }
                continuation.yield(result)
                continuation.finish()
            }
            defer { subscription.cancel() }
            for await result in results { try result.get() }
        }

        /// Passes the records of an event to a closure; returns the result after the last one, otherwise `nil`.
        private static func accept(
            _ event: LogEvent, of namespace: StoredNamespace, _ body: (LogRecord) throws(CommandError) -> Bool
        ) -> Result<Void, CommandError>? {
            switch event {
            case .records(let records):
                do throws(CommandError) {
                    for record in records {
                        guard try body(record), record.position.number < namespace.last else { return .success(()) }
                    }
                    return nil
                } catch {
                    return .failure(error)
                }
            case .mustReload:
                return .failure(
                    CommandError(
                        "The first records of the namespace \(namespace.name) are missing, or the snapshot that replaces "
                            + "them. Restore the directory from a backup."))
            case .unavailable(let reason): return .failure(CommandError(reason))
            case .snapshotDue: return nil
            }
        }

        // MARK: Writing

        func append(_ entries: [LogEntry], to namespace: LogNamespace) async throws(CommandError) {
            try await LogAppend(journal).run(entries, to: namespace)
        }

        func replace(
            _ namespace: LogNamespace, with state: DatabaseState, at expected: LogPosition
        ) async throws(CommandError) -> LogPosition {
            // Nobody else writes into the directory, so the position is the expected one. An interruption before the snapshot
            // has its name leaves only the mark, which changes nothing.
            let mark = LogEntry.mark(run: UInt64.random(in: 1...UInt64.max))
            let record = try await LogAppend(journal).run([mark], to: namespace)
            do {
                try await journal.store(
                    LogSnapshot(position: record.position, time: record.time, body: state.snapshotBody), of: namespace)
            } catch {
                throw CommandError(error)
            }
            return record.position
        }
    }
#endif
