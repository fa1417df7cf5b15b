#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Testing

    @testable import DatasyncPostgres

    @Suite("Appends to a database")
    struct AppendTests {
        let shop: LogNamespace

        init() throws { shop = try LogNamespace("shop") }

        @Test("[postgres 2] one statement appends what waits for all namespaces, one row for each")
        func batches() async throws {
            let database = try TestDatabase()
            let log = try await PostgresLog.open(database.url)
            let names = try (0..<5).map { try LogNamespace("room \($0)") }
            let followers = names.map { TestFollower(log, $0) }
            // The first append is being sent while the others arrive.
            for round in 0..<100 { for name in names { log.append("\(round)", to: name) } }
            for follower in followers { try await follower.wait(for: 100) }
            for follower in followers { #expect(follower.texts == (0..<100).map(String.init)) }
            let rows = try #require(try database.integer("SELECT count(*) FROM datasync_log"))
            let batches = try #require(try database.integer("SELECT count(DISTINCT batch) FROM datasync_log"))
            #expect(rows < 100, "\(rows) rows for 500 appends")
            #expect(batches < 20, "\(batches) batches")
            #expect(try database.integer("SELECT sum(count) FROM datasync_log") == 500)
            await log.close()
        }

        @Test("[postgres 3] a row has 1 MiB, or one append; an append has at most 64 MiB")
        func sizes() async throws {
            let database = try TestDatabase()
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop)
            let half = [UInt8](repeating: 1, count: 600_000)
            for _ in 0..<4 { log.append([LogEntry(run: 1, session: 1, body: half)], to: shop) { _ in } }
            log.append([LogEntry(run: 1, session: 1, body: half), LogEntry(run: 1, session: 1, body: half)], to: shop) {
                _ in
            }
            log.append([LogEntry(run: 1, session: 1, body: [UInt8](repeating: 2, count: 5 << 20))], to: shop) { _ in }
            try await follower.wait(for: 7)
            #expect(
                follower.records.map(\.entry.body.count) == [
                    600_000, 600_000, 600_000, 600_000, 600_000, 600_000, 5 << 20,
                ])
            #expect(
                try database.integer("SELECT count(*) FROM datasync_log WHERE octet_length(entries) < 1048576") == 4)
            let late = TestFollower(log, shop)
            try await late.wait(for: 7)
            #expect(late.records == follower.records)
            let reasons = Guarded<[String]>([])
            let huge = LogEntry(run: 1, session: 1, body: [UInt8](repeating: 0, count: 64 << 20))
            log.append([huge], to: shop) { reason in reasons.withLock { $0.append(reason) } }
            #expect(
                reasons.withLock { $0 } == [
                    "The entries have 67108894 bytes; the limit of an append is 67108864. Divide them."
                ])
            await log.close()
        }

        @Test("[postgres 9] an append is lost if too much waits, or if the log is closed; nothing else is")
        func lost() async throws {
            let database = try TestDatabase()
            let proxy = try TestProxy(to: try database.port)
            var options = PostgresLog.Options()
            options.waitingLimit = 1_000
            let log = try await PostgresLog.open(database.url(port: proxy.port), options: options)
            let follower = TestFollower(log, shop)
            log.append("1", to: shop)
            try await follower.wait(for: 1)
            proxy.refuse(true)
            proxy.cut()
            let lost = Guarded<[String]>([])
            let note: @Sendable (String) -> Void = { reason in lost.withLock { $0.append(reason) } }
            try await waitUntil("the log is unavailable") { !follower.reasons.isEmpty }
            log.append(String(repeating: "2", count: 500), to: shop, lost: note)
            log.append(String(repeating: "3", count: 500), to: shop, lost: note)
            #expect(lost.withLock { $0.count } == 1)
            #expect(lost.withLock { $0[0] }.contains("more than 1000 bytes. Wait until it can be reached."))
            proxy.refuse(false)
            try await follower.wait(for: 2)
            log.append("4", to: shop, lost: note)
            try await follower.wait(for: 3)
            #expect(follower.texts.map(\.first) == ["1", "2", "4"])
            await log.close()
            log.append("5", to: shop, lost: note)
            try await waitUntil("the append is lost") { lost.withLock { $0.count } == 2 }
            #expect(lost.withLock { $0[1] } == "The log in the database is closed. Open it again.")
            #expect(try database.integer("SELECT count(*) FROM datasync_server WHERE ended") == 1)
            #expect(try database.integer("SELECT number FROM datasync_namespace") == 3)
            proxy.stop()
        }

        @Test("[postgres 9] closing a log without its database loses what was never sent")
        func closedWithoutDatabase() async throws {
            let database = try TestDatabase()
            let proxy = try TestProxy(to: try database.port)
            let log = try await PostgresLog.open(database.url(port: proxy.port))
            proxy.stop()
            proxy.cut()
            let lost = Guarded(0)
            let follower = TestFollower(log, shop)
            try await waitUntil("the log is unavailable") { !follower.reasons.isEmpty }
            for text in ["1", "2"] { log.append(text, to: shop) { _ in lost.withLock { $0 += 1 } } }
            await log.close()
            #expect(lost.withLock { $0 } == 2)
            await #expect(throws: LogError.self) { try await log.latestPosition(of: shop) }
            await #expect(throws: LogError.self) { try await log.latestSnapshot(of: shop) }
            #expect(try database.integer("SELECT count(*) FROM datasync_log") == 0)
        }

        @Test("[postgres 10] a commit is awaited on a connection whose last user did not")
        func synchronousCommit() async throws {
            let database = try TestDatabase()
            let name = try #require(try database.run("SELECT current_database()").text(0, 0))
            try database.run("ALTER DATABASE \(name) SET synchronous_commit = off")
            // The trigger sees the setting with which the row is committed.
            try database.run("CREATE TABLE seen (setting text)")
            try database.run(
                """
                CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN INSERT INTO seen VALUES (current_setting('synchronous_commit')); RETURN NEW; END $$
                """)
            try database.run("CREATE TRIGGER note BEFORE INSERT ON datasync_log FOR EACH ROW EXECUTE FUNCTION note()")
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop)
            log.append("1", to: shop)
            try await follower.wait(for: 1)
            #expect(try database.run("SELECT setting FROM seen").text(0, 0) == "on")
            await log.close()
        }

        @Test("[postgres 11] a name with a zero byte is refused, and holds up nothing")
        func zeroByte() async throws {
            let log = try await PostgresLog.open(try TestDatabase().url)
            let name = try LogNamespace("a\0b")
            let reasons = Guarded<[String]>([])
            log.append("1", to: name) { reason in reasons.withLock { $0.append(reason) } }
            let follower = TestFollower(log, name)
            #expect(reasons.withLock { $0 } == follower.reasons)
            #expect(follower.reasons.first?.contains("has a zero byte") == true)
            await #expect(throws: LogError.self) { try await log.latestSnapshot(of: name) }
            let other = TestFollower(log, shop)
            log.append("1", to: shop)
            try await other.wait(for: 1)
            await log.close()
        }

        @Test(
            "[postgres 1] two logs append to the same namespaces, and no entry is lost or stored twice",
            arguments: TestDatabase.Route.allCases)
        func two(route: TestDatabase.Route) async throws {
            let database = try TestDatabase(route)
            let logs = [try await PostgresLog.open(database.url), try await PostgresLog.open(database.url)]
            let names = try (0..<3).map { try LogNamespace("room \($0)") }
            let followers = logs.map { log in names.map { TestFollower(log, $0) } }
            let losses = Guarded(0)
            await withTaskGroup(of: Void.self) { group in
                for (index, log) in logs.enumerated() {
                    group.addTask { @Sendable in
                        for number in 0..<200 {
                            for name in names {
                                log.append("\(number)", to: name, session: UInt64(index)) { _ in
                                    losses.withLock { $0 += 1 }
                                }
                            }
                            if number % 10 == 0 { await pause(milliseconds: 1) }
                        }
                    }
                }
            }
            for follower in followers.joined() { try await follower.wait(for: 400) }
            for index in names.indices {
                #expect(followers[0][index].records == followers[1][index].records)
                #expect(followers[0][index].records.map(\.position.number) == Array(1...400))
                for session in 0..<2 {
                    let own = followers[0][index].records.filter { $0.entry.session == UInt64(session) }
                    #expect(own.map { String(decoding: $0.entry.body, as: UTF8.self) } == (0..<200).map(String.init))
                }
            }
            #expect(losses.withLock { $0 } == 0)
            for log in logs { await log.close() }
        }
    }
#endif
