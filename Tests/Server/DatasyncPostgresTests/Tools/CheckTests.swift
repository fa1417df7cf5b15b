#if Postgres
    import ArgumentParser
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import Testing

    @testable import DatasyncPostgres
    @testable import datasync

    @Suite("The check of a database")
    struct CheckTests {
        let database: TestDatabase
        let shop: TestNamespace

        init() throws {
            database = try TestDatabase()
            shop = try TestNamespace(database)
        }

        private func report(_ url: String? = nil) async throws -> StoreReport {
            try await DataTables.open(url ?? database.url).use { try await StoreReport($0) }
        }

        /// Returns the messages about damage.
        private func damages() async throws -> [String] { try await report().damages.map(\.message) }

        @Test(
            "[postgres 60] an intact database is reported with its namespaces, also through a pooler",
            arguments: TestDatabase.Route.allCases)
        func intact(route: TestDatabase.Route) async throws {
            let database = try TestDatabase(route)
            let shop = try TestNamespace(database)
            try await shop.write(1...3)
            try await shop.storeSnapshot()
            try await shop.write(4...5)
            let report = try await report(database.url)
            #expect(report.damages.isEmpty)
            let found = try #require(report.json["namespaces"]?.array?.first)
            #expect(found["name"]?.string == "shop" && found["first"]?.integer == 1 && found["last"]?.integer == 5)
            #expect(found["snapshot"]?["last"]?.integer == 3)
            #expect(found["hash"]?.string == (try await shop.data())?.hash)
            #expect(report.text.hasSuffix("\nintact"))
            #expect(report.json["database"]?.string?.contains("127.0.0.1") == true)
        }

        @Test(
            "[postgres 60] each damage is named, and the exit code is 1",
            arguments: [
                ("DELETE FROM datasync_log WHERE number = 3", "The records from 3 to 3 are missing."),
                ("DELETE FROM datasync_log WHERE number = 5", "The newest row ends at 4"),
                ("DELETE FROM datasync_log", "The records from 3 to 5 are missing."),
                ("UPDATE datasync_log SET count = 2 WHERE number = 4", "begins with 3"),
                (
                    #"UPDATE datasync_log SET entries = '\x01ff' WHERE number = 1"#,
                    "The entries of the row 1 cannot be read."
                ),
                (
                    #"UPDATE datasync_log SET entries = overlay(entries PLACING '\xff' FROM 32) WHERE number = 4"#,
                    "of shop is damaged."
                ),
                ("UPDATE datasync_log SET time = 1 WHERE number = 4", "has an earlier time"),
                ("UPDATE datasync_namespace SET batch = batch + 1", "belongs to another batch"),
                ("DELETE FROM datasync_snapshot WHERE piece = 0", "The piece 0 of 1 of the snapshot at 2 is missing."),
                ("DELETE FROM datasync_snapshot WHERE piece = -1", "The snapshot at 2 has no valid header."),
                (#"UPDATE datasync_snapshot SET body = '\x00' WHERE piece = 0"#, "The snapshot at 1-2 cannot be read."),
                ("INSERT INTO datasync_presence VALUES (77, 1)", "1 rows of datasync_presence have a run that is not"),
                (
                    "INSERT INTO datasync_presence VALUES (77, 1)",
                    "1 rows of datasync_presence have a namespace that does not"
                ),
                (
                    #"INSERT INTO datasync_snapshot VALUES (1, 1, 1, 0, '\x00')"#,
                    "1 rows of datasync_snapshot have a namespace that does not exist."
                ),
                (
                    #"INSERT INTO datasync_log VALUES (1, 1, 1, 1, 1, 1, '\x00')"#,
                    "1 rows of datasync_log have a namespace that does not exist."
                ),
                (
                    """
                    INSERT INTO datasync_server (run, level, public_address, peer_address, expires)
                    VALUES (77, 1, '', '', '2020-01-01')
                    """, "1 runs in datasync_server have no lease since an hour"
                ),
            ])
        func damaged(statement: String, text: String) async throws {
            try await shop.write(1...2)
            try await shop.storeSnapshot()
            try await shop.write(3...5)
            #expect(try await damages() == [])
            try database.run(statement)
            let damages = try await damages()
            #expect(damages.contains { $0.contains(text) }, "\(damages)")
            #expect(Set(damages).count == damages.count, "\(damages)")
            let files = try TestFiles(database)
            let command = try CheckCommand.parse(["--database", files.url])
            let error = await #expect(throws: ExitCode.self) { try await command.run() }
            #expect(error?.rawValue == 1)
        }

        @Test("[postgres 61] a view shows one moment, whatever is appended, deleted and replaced meanwhile")
        func view() async throws {
            try await shop.write(1...3)
            try await shop.storeSnapshot()
            try await shop.write(4...5)
            let tables = try await PostgresTables(database.url)
            let numbers = try await tables.read(shop.name) { view in
                try await shop.write(6...8)
                try await shop.storeSnapshot()
                try database.run("DELETE FROM datasync_snapshot WHERE number = 3")
                try database.run("DELETE FROM datasync_log WHERE number < 8")
                #expect(view.head.last == 5)
                #expect(try await view.latestSnapshot()?.position.number == 3)
                #expect(try await view.damages() == [])
                var numbers: [UInt64] = []
                try await view.read(after: 2) { record in
                    numbers.append(record.position.number)
                    return true
                }
                return numbers
            }
            #expect(numbers == [3, 4, 5])
            #expect(try await tables.heads().first?.last == 8)
            let none = try await tables.read(try LogNamespace("none")) { $0.head.last }
            #expect(none == nil)
        }

        @Test("[postgres 61] a view cannot change anything")
        func readOnly() async throws {
            try await shop.write(1...1)
            let session = TableSession(try DatabaseAddress(database.url))
            let error = await #expect(throws: LogError.self) {
                try await session.transaction(TableStatements.beginReading) {
                    try await session.run(DatabaseStatement("DELETE FROM datasync_log"))
                }
            }
            #expect(error?.message.contains("read-only transaction") == true)
            // The connection goes on after an error.
            #expect(try await session.run(DatabaseStatement("SELECT count(*) FROM datasync_log")).integer(0, 0) == 1)
        }

        @Test("[postgres 61] log prints the records of a namespace from a number on")
        func log() async throws {
            try await shop.write(1...5)
            let store = try await DataTables.open(database.url)
            let found = try await store.namespace("shop")
            let lines = Guarded<[JSON]>([])
            try await store.read(found, after: 2) { (record) throws(CommandError) in
                let line = try LogCommand.json(record)
                lines.withLock { $0.append(line) }
                return record.position.number < 4
            }
            let all = lines.withLock(\.self)
            #expect(all.map { $0["path"]?.string } == ["/a/3", "/a/4"])
            #expect(all.map { $0["owner"]?.boolean } == [true, true])
            let files = try TestFiles(database)
            let command = try LogCommand.parse(["--database", files.url, "--namespace", "none"])
            let error = await #expect(throws: CommandError.self) { try await command.run() }
            #expect(error?.description.contains("it has shop.") == true)
        }
    }
#endif
