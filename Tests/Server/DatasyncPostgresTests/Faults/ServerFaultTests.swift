#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Faults of servers over a database", .serialized, .timeLimit(.minutes(5)))
    struct ServerFaultTests {
        let database: TestDatabase

        init() throws { database = try TestDatabase() }

        @Test("[postgres 75] servers that create namespaces at the same moment lose none, and have each name once")
        func creation() async throws {
            let logs = [try await PostgresLog.open(database.url), try await PostgresLog.open(database.url)]
            let names = try (0..<200).map { try LogNamespace("n\($0)") }
            let followers = names.map { TestFollower(logs[0], $0) }
            for name in names { for (server, log) in logs.enumerated() { log.append("\(server)", to: name) } }
            for follower in followers { try await follower.wait(for: 2) }
            #expect(followers.allSatisfy { Set($0.texts) == ["0", "1"] })
            #expect(try database.integer("SELECT count(*) FROM datasync_namespace") == 200)
            for log in logs { await log.close() }
        }

        @Test(
            "[postgres 76] of two servers with different files of rules, those of the first one count on both, and both say so"
        )
        func rules() async throws {
            let files = try TestFiles(database)
            let servers = try ["a", "b"].map { name in
                let rules = #"{"rules": {"\#(name)": {".read": true, ".write": true}}}"#
                try rules.write(toFile: files[name], atomically: true, encoding: .utf8)
                return try ServerProcess(database.url, ["--rules", files[name]], logFile: files["\(name).log"])
            }
            defer { for server in servers { server.child.kill() } }
            for server in servers {
                #expect(try await server.send("PUT", "/a.json", "1").status == 200)
                #expect(try await server.send("PUT", "/b.json", "1").status == 401)
            }
            // Both have loaded the namespace now.
            try await waitUntil("both servers report the two files") {
                servers.allSatisfy { $0.log.contains("Two servers have different files of rules.") }
            }
        }

        @Test(
            "[postgres 23] servers are replaced one after the other by a version that reads more, then the level rises")
        func upgrade() async throws {
            var (older, newer) = (PostgresLog.Options(), PostgresLog.Options())
            (older.level, newer.level) = (1, 2)
            let name = try LogNamespace("shop")
            let first = try await PostgresLog.open(database.url, options: older)
            let second = try await PostgresLog.open(database.url, options: newer)
            let followers = [TestFollower(first, name), TestFollower(second, name)]
            // The older server is alive, so the level stays.
            _ = try await PostgresLog.migrate(database.url, level: 2)
            #expect(try database.integer("SELECT level FROM datasync_meta") == 1)
            first.append("1", to: name)
            for follower in followers { try await follower.wait(for: 1) }
            second.append("2", to: name)
            for follower in followers { try await follower.wait(for: 2) }
            await first.close()
            let third = try await PostgresLog.open(database.url, options: newer)
            _ = try await PostgresLog.migrate(database.url, level: 2)
            #expect(try database.integer("SELECT level FROM datasync_meta") == 2)
            second.append("3", to: name)
            try await followers[1].wait(for: 3)
            let refused = await #expect(throws: LogError.self) {
                try await PostgresLog.open(database.url, options: older)
            }
            #expect(refused?.code == .newerVersion)
            await second.close()
            await third.close()
        }
    }
#endif
