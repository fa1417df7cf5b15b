#if Postgres
    import DatasyncBackend
    import DatasyncLog
    import DatasyncTree
    import Foundation

    @testable import DatasyncPostgres
    @testable import datasync

    /// A namespace in a database, which is written without a server.
    struct TestNamespace {
        let name: LogNamespace
        let database: TestDatabase

        init(_ database: TestDatabase, _ name: String = "shop") throws {
            self.name = try LogNamespace(name)
            self.database = database
        }

        /// Appends a row for each write of a child.
        func write(_ children: ClosedRange<Int>) async throws {
            let log = try await PostgresLog.open(database.url)
            for child in children {
                let entry = LogEntry.write(
                    .string("value \(child)"), at: try Path("/a/\(child)"), run: UInt64(1_000 + child))
                try await LogAppend(log).run([entry], to: name)
            }
            await log.close()
        }

        /// Stores a snapshot of the current state.
        func storeSnapshot() async throws {
            let store = try await DataTables.open(database.url)
            guard let (found, state) = try await store.state(of: name, upTo: .max) else { return }
            let log = try await PostgresLog.open(database.url)
            try await log.store(
                LogSnapshot(position: found.position, time: found.time, body: state.snapshotBody), of: name)
            await log.close()
        }

        /// Returns the data.
        func data() async throws -> Node? {
            try await DataTables.open(database.url).state(of: name, upTo: .max)?.state.data
        }
    }
#endif
