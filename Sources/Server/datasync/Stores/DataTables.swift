#if Postgres
    import DatasyncBackend
    import DatasyncLog
    import DatasyncPostgres
    import DatasyncTree

    /// The tables of a database, which servers may be using.
    struct DataTables: DataStore {
        private let url: String
        private let tables: PostgresTables

        /// Connects to a database.
        ///
        /// - Throws: ``CommandError`` if it cannot be reached, or has other tables.
        static func open(_ url: String) async throws(CommandError) -> DataTables {
            do throws(LogError) {
                return DataTables(url: url, tables: try await PostgresTables(url))
            } catch {
                throw CommandError(error)
            }
        }

        var place: (kind: String, name: String) { ("database", tables.description) }
        var files: [StoredFile] { [] }
        var damage: [StoredDamage] { [] }

        func close() async {}

        // MARK: Reading

        func namespaces() async throws(CommandError) -> [StoredNamespace] {
            do throws(LogError) {
                return try await tables.heads().map { StoredNamespace($0) }
            } catch {
                throw CommandError(error)
            }
        }

        func inspect() async throws(CommandError) -> [StoredDamage] {
            do {
                var damages: [StoredDamage] = []
                for head in try await tables.heads() {
                    let found = try await tables.read(head.namespace) { try await $0.damages() } ?? []
                    damages += found.map { StoredDamage(namespace: head.namespace.name, message: $0) }
                }
                return try await damages + tables.orphans().map { StoredDamage(message: $0) }
            } catch {
                throw CommandError(error)
            }
        }

        func state(
            of namespace: LogNamespace, upTo number: UInt64
        ) async throws(CommandError) -> (found: StoredNamespace, state: DatabaseState)? {
            do {
                return try await tables.read(namespace) { view in
                    var replay = Replay()
                    if let snapshot = try await view.latestSnapshot() { try await replay.begin(snapshot) }
                    let found = StoredNamespace(view.head)
                    guard replay.number < number else { return (found, replay.state) }
                    try await view.read(after: replay.number) { record in
                        try replay.apply(record, of: namespace)
                        return record.position.number < number
                    }
                    return (found, replay.state)
                }
            } catch {
                throw CommandError(error)
            }
        }

        func read(
            _ namespace: StoredNamespace, after number: UInt64,
            _ body: @escaping @Sendable (LogRecord) throws(CommandError) -> Bool
        ) async throws(CommandError) {
            do {
                _ = try await tables.read(namespace.namespace) { try await $0.read(after: number, body) }
            } catch {
                throw CommandError(error)
            }
        }

        // MARK: Writing

        func append(_ entries: [LogEntry], to namespace: LogNamespace) async throws(CommandError) {
            let log: PostgresLog
            do throws(LogError) {
                log = try await PostgresLog.open(url)
            } catch {
                throw CommandError(error)
            }
            do throws(CommandError) {
                try await LogAppend(log).run(entries, to: namespace)
                // The end of this run concerns no namespace.
                _ = await log.settle(namespace)
                await log.close()
            } catch {
                await log.close()
                throw error
            }
        }

        func replace(
            _ namespace: LogNamespace, with state: DatabaseState, at expected: LogPosition
        ) async throws(CommandError) -> LogPosition {
            do {
                return try await tables.replace(
                    namespace, at: expected, mark: LogEntry.mark(run: UInt64.random(in: 1...UInt64.max)),
                    with: state.snapshotBody)
            } catch {
                throw CommandError(error)
            }
        }
    }

    extension StoredNamespace {
        fileprivate init(_ head: TableHead) {
            self.init(
                namespace: head.namespace, incarnation: head.incarnation, first: head.first, last: head.last,
                time: head.time, snapshot: head.snapshot)
        }
    }
#endif
