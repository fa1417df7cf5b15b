#if Postgres
    import DatasyncLog
    import Testing

    @testable import DatasyncPostgres

    @Suite("The tables of a log")
    struct SchemaTests {
        @Test("[postgres 22] a migration creates the tables once, and keeps the secret")
        func migration() async throws {
            let database = try TestDatabase(isEmpty: true)
            let first = try await PostgresLog.migrate(database.url)
            #expect(first == PostgresMigration(previousVersion: 0, version: 1))
            #expect("\(first)" == "The tables were created with version 1.")
            let secret = try database.run("SELECT secret FROM datasync_meta").bytes(0, 0)
            #expect(secret?.count == 32)
            let second = try await PostgresLog.migrate(database.url)
            #expect("\(second)" == "The tables have version 1 already.")
            #expect(try database.run("SELECT secret FROM datasync_meta").bytes(0, 0) == secret)
            try await PostgresLog.open(database.url).close()
        }

        @Test("[postgres 22] migrations at the same time, also through a pooler, create the tables once")
        func concurrent() async throws {
            let database = try TestDatabase(.pooler)
            try database.run("DROP TABLE datasync_meta, datasync_log, datasync_namespace, datasync_snapshot")
            try database.run("DROP TABLE datasync_server, datasync_presence, datasync_webhook")
            let results = try await withThrowingTaskGroup(of: PostgresMigration.self) { group in
                for _ in 0..<4 { group.addTask { try await PostgresLog.migrate(database.url) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.map(\.previousVersion).sorted() == [0, 1, 1, 1])
        }

        @Test("[postgres 22] a failed step leaves the database as it was")
        func failedStep() throws {
            let database = try TestDatabase(isEmpty: true)
            let steps = DatabaseSchema.steps + [["CREATE TABLE datasync_new (id int8)", "CREATE TABEL"]]
            #expect(throws: LogError.self) {
                try SchemaMigration(try DatabaseAddress(database.url), level: 1, steps: steps).run()
            }
            #expect(try database.integer("SELECT count(*) FROM pg_tables WHERE tablename LIKE 'datasync%'") == 0)
        }

        @Test("[postgres 22] an update executes the missing steps only")
        func update() async throws {
            let database = try TestDatabase()
            let steps = DatabaseSchema.steps + [["CREATE TABLE datasync_new (id int8)"]]
            let result = try SchemaMigration(try DatabaseAddress(database.url), level: 1, steps: steps).run()
            #expect("\(result)" == "The tables were updated from version 1 to version 2.")
            // This library does not know version 2.
            for failure in [
                await #expect(throws: LogError.self) { try await PostgresLog.open(database.url) },
                await #expect(throws: LogError.self) { try await PostgresLog.migrate(database.url) },
            ] {
                #expect(failure?.code == .newerVersion)
                #expect(failure?.message.contains("have version 2; this library knows versions up to 1") == true)
            }
            try database.run("UPDATE datasync_meta SET version = 0")
            let older = await #expect(throws: LogError.self) { try await PostgresLog.open(database.url) }
            #expect(older?.message.hasSuffix("needs version 1. Run `datasync migrate-database URL`.") == true)
        }

        @Test("[postgres 23] the level is never lowered, and never raised above that of a live server")
        func level() async throws {
            let database = try TestDatabase()
            func level() throws -> Int64? { try database.integer("SELECT level FROM datasync_meta") }
            _ = try await PostgresLog.migrate(database.url, level: 3)
            #expect(try level() == 3)
            _ = try await PostgresLog.migrate(database.url, level: 2)
            #expect(try level() == 3)
            var options = PostgresLog.Options()
            options.level = 4
            let log = try await PostgresLog.open(database.url, options: options)
            _ = try await PostgresLog.migrate(database.url, level: 6)
            #expect(try level() == 4)
            await log.close()
            _ = try await PostgresLog.migrate(database.url, level: 6)
            #expect(try level() == 6)
        }

        @Test("[postgres 24] the errors of opening say what is wrong and what to do")
        func errors() async throws {
            func message(_ url: String) async -> String {
                await #expect(throws: LogError.self) { try await PostgresLog.open(url) }?.message ?? ""
            }
            let empty = try TestDatabase(isEmpty: true)
            #expect(await message(empty.url).contains("Create the tables with `datasync migrate-database URL`."))
            let database = try TestDatabase()
            let proxy = try TestProxy(to: 1)
            let refused = await message(database.url(port: proxy.port))
            #expect(refused.contains("cannot be reached"))
            proxy.stop()
            #expect(
                await message("postgresql://x@127.0.0.1:1/x").contains("Start the server, or correct the host and port")
            )
            #expect(await message(database.url + "x").contains("Correct the database of the URL, or create it."))
            let wrongUser = database.url.replacing("datasync@", with: "nobody:secret%20word@")
            let text = await message(wrongUser)
            #expect(text.contains("Correct the user of the URL, or create it."))
            #expect(!text.contains("secret"))
            try database.run("CREATE ROLE reader LOGIN")
            #expect(
                await message(database.url.replacing("datasync@", with: "reader@")).contains(
                    "Grant the role of the URL all rights on the tables."))
            try database.run("DROP ROLE reader")
            #expect(await message(database.url + "?sslmode=require").contains("Enable TLS on the server"))
        }
    }
#endif
