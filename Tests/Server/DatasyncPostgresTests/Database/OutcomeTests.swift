#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Foundation
    import Synchronization
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Outcomes of appends", .serialized)
    struct OutcomeTests {
        let shop: LogNamespace
        let database: TestDatabase
        let proxy: TestProxy

        init() throws {
            shop = try LogNamespace("shop")
            database = try TestDatabase()
            proxy = try TestProxy(to: try database.port)
        }

        private func open(as run: UInt64? = nil) async throws -> (PostgresLog, TestFollower) {
            var options = PostgresLog.Options()
            options.run = run
            let log = try await PostgresLog.open(database.url(port: proxy.port), options: options)
            let follower = TestFollower(log, shop)
            log.append("1", to: shop)
            try await follower.wait(for: 1)
            return (log, follower)
        }

        private var stored: Int64 {
            get throws { try database.integer("SELECT coalesce(sum(count), 0)::int8 FROM datasync_log") ?? 0 }
        }

        private var writer: Int64? {
            get throws {
                try database.integer("SELECT writer FROM datasync_server ORDER BY ended, writer DESC LIMIT 1")
            }
        }

        private func finish(_ log: PostgresLog) async {
            await log.close()
            proxy.stop()
        }

        @Test("[postgres 5] a batch whose reply was lost after its commit is not stored again")
        func cutAfterCommit() async throws {
            let (log, follower) = try await open()
            proxy.swallow(true)
            log.append("2", to: shop)
            try await waitUntil("the second entry is stored") { (try? stored) == 2 }
            proxy.cut()
            proxy.swallow(false)
            log.append("3", to: shop)
            try await follower.wait(for: 3)
            #expect(follower.texts == ["1", "2", "3"])
            #expect(try stored == 3)
            #expect(try writer == 2)
            #expect(try database.integer("SELECT count(DISTINCT batch) FROM datasync_log") == 3)
            await finish(log)
        }

        @Test("[postgres 5] a batch that never reached the database is sent again")
        func cutBeforeArrival() async throws {
            let (log, follower) = try await open()
            proxy.refuse(true)
            proxy.cut()
            log.append("2", to: shop)
            try await waitUntil("the log is unavailable") { !follower.reasons.isEmpty }
            proxy.refuse(false)
            try await follower.wait(for: 2)
            #expect(follower.texts == ["1", "2"])
            #expect(try stored == 2)
            await finish(log)
        }

        @Test("[postgres 5] a statement that still waits for a lock when its connection is cut is waited for")
        func cutDuringLock() async throws {
            let (log, follower) = try await open()
            let other = try BlockingConnection(try DatabaseAddress(database.directURL))
            try other.run(DatabaseStatement("BEGIN"))
            try other.run(DatabaseStatement("SELECT * FROM datasync_namespace FOR UPDATE"))
            log.append("2", to: shop)
            let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            try await waitUntil("the append waits") { (try? database.integer(waits)) ?? 0 >= 1 }
            proxy.cut()
            // The fence waits for the statement, which nobody cancels.
            try await waitUntil("the fence waits too") { (try? database.integer(waits)) ?? 0 >= 2 }
            #expect(try stored == 1)
            log.append("3", to: shop)
            try other.run(DatabaseStatement("COMMIT"))
            try await follower.wait(for: 3)
            #expect(follower.texts == ["1", "2", "3"])
            #expect(try stored == 3)
            await finish(log)
        }

        @Test("[postgres 5] a batch whose statement was terminated is sent again")
        func terminated() async throws {
            let (log, follower) = try await open()
            let other = try BlockingConnection(try DatabaseAddress(database.directURL))
            try other.run(DatabaseStatement("BEGIN"))
            try other.run(DatabaseStatement("SELECT * FROM datasync_namespace FOR UPDATE"))
            log.append("2", to: shop)
            let waits = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
            try await waitUntil("the append waits") { (try? database.integer(waits)) ?? 0 >= 1 }
            try database.run("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
            try other.run(DatabaseStatement("COMMIT"))
            try await follower.wait(for: 2)
            #expect(follower.texts == ["1", "2"])
            #expect(try stored == 2)
            #expect(try writer == 2)
            await finish(log)
        }

        @Test("[postgres 4] a writer that another connection has excluded takes over again before it appends")
        func fenced() async throws {
            let (log, follower) = try await open()
            try database.run("UPDATE datasync_server SET writer = 7")
            log.append("2", to: shop)
            try await follower.wait(for: 2)
            #expect(try stored == 2)
            #expect(try writer == 8)
            await finish(log)
        }

        @Test("[postgres 4] a late statement of an excluded writer has no effect")
        func late() async throws {
            let (log, _) = try await open()
            let run = try #require(try database.integer("SELECT run FROM datasync_server"))
            let id = try #require(try database.integer("SELECT id FROM datasync_namespace"))
            let late = AppendStatements.append(
                run: run, writer: 1, batch: 99, ids: [id], counts: [1],
                entries: [EntryBatch.bytes(of: [LogEntry(run: 1, session: 1, body: [1])])], earlierRuns: [])
            let connection = try BlockingConnection(try DatabaseAddress(database.directURL))
            try connection.run(AppendStatements.fence(run))
            #expect(try connection.run(late).count == 0)
            #expect(try stored == 1)
            await finish(log)
        }

        @Test("[postgres 6] a run that was ended is replaced by the next one, which appends what waits")
        func ended() async throws {
            let (log, follower) = try await open(as: 1)
            try database.run("UPDATE datasync_server SET ended = true")
            try database.run("DELETE FROM datasync_presence")
            log.append("2", to: shop)
            try await follower.wait(for: 2)
            #expect(follower.texts == ["1", "2"])
            #expect(try database.integer("SELECT count(*) FROM datasync_server") == 2)
            #expect(try database.integer("SELECT count(DISTINCT run) FROM datasync_log") == 2)
            // The entry is one of the run that has ended, whose end is due again.
            let present = "SELECT count(*) FROM datasync_presence p JOIN datasync_server s ON s.run = p.run AND"
            #expect(try database.integer("\(present) s.ended") == 1)
            let next = RunNumber.next(after: 1)
            log.append([LogEntry(run: next, session: 1, body: Array("3".utf8))], to: shop) { _ in }
            try await follower.wait(for: 3)
            #expect(try database.integer("\(present) NOT s.ended") == 1)
            await finish(log)
        }

        @Test("[postgres 31] late entries of a run that is just being closed come after its end, and get it again")
        func lateEntries() async throws {
            let (log, follower) = try await open(as: 1)
            try database.run(
                """
                INSERT INTO datasync_server (run, level, public_address, peer_address, expires)
                VALUES (9, 1, '', '', clock_timestamp() + interval '1 hour')
                """)
            try database.run("UPDATE datasync_server SET ended = true WHERE run = 1")
            let other = try BlockingConnection(try DatabaseAddress(database.directURL))
            let end = EntryBatch.bytes(of: [LogEntry(run: 1, session: 0, body: Array("end".utf8))])
            try other.run(DatabaseStatement("BEGIN"))
            try other.run(LeaseStatements.close(1, by: 9, batch: -1, entry: end))
            log.append("2", to: shop)
            let waiting =
                "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"
            try await waitUntil("the append waits for the end") { (try? database.integer(waiting)) == 1 }
            try other.run(DatabaseStatement("COMMIT"))
            try await follower.wait(for: 3)
            #expect(try database.integer("SELECT count(*) FROM datasync_presence WHERE run = 1") == 1)
            try other.run(LeaseStatements.close(1, by: 9, batch: -2, entry: end))
            try await follower.wait(for: 4)
            #expect(follower.texts == ["1", "end", "2", "end"])
            await finish(log)
        }

        @Test("[postgres 7] a namespace that was deleted is created again, and its followers reload")
        func deleted() async throws {
            let (log, follower) = try await open()
            try database.run("DELETE FROM datasync_log")
            try database.run("DELETE FROM datasync_namespace")
            try await follower.waitForReload()
            log.append("2", to: shop)
            let next = TestFollower(log, shop)
            try await next.wait(for: 1)
            #expect(next.texts == ["2"])
            #expect(next.records.first?.position.number == 1)
            await finish(log)
        }

        @Test("[postgres 5] with random cuts, every entry is stored once, in order")
        func history() async throws {
            let cuts = LongForm.count(20, long: 400)
            let names = try (0..<4).map { try LogNamespace("room \($0)") }
            let log = try await PostgresLog.open(database.url(port: proxy.port))
            let followers = names.map { TestFollower(log, $0) }
            let losses = Guarded(0)
            let isOver = Atomic(false)
            defer { isOver.store(true, ordering: .relaxed) }
            async let appended = {
                var count = 0
                while !isOver.load(ordering: .relaxed) {
                    for _ in 0..<10 {
                        log.append("\(count)", to: names[count % names.count]) { _ in losses.withLock { $0 += 1 } }
                        count += 1
                    }
                    await pause(milliseconds: 1)
                }
                return count
            }()
            for cut in 0..<cuts {
                if cut % 2 == 0 {
                    // Replies are dropped, so that a commit is not noticed.
                    let before = try stored
                    try await waitUntil("the log appends again") { (try? stored) ?? 0 > before }
                    proxy.swallow(true)
                    await pause(milliseconds: 30)
                } else {
                    await pause(milliseconds: Int.random(in: 1...30))
                }
                proxy.cut()
                proxy.swallow(false)
            }
            isOver.store(true, ordering: .relaxed)
            let count = await appended
            for (index, follower) in followers.enumerated() {
                let expected = stride(from: index, to: count, by: names.count).map(String.init)
                try await follower.wait(for: expected.count)
                #expect(follower.texts == expected)
            }
            #expect(losses.withLock { $0 } == 0)
            #expect(try stored == Int64(count))
            #expect(try writer ?? 0 > 1, "no outcome was unknown")
            await finish(log)
        }
    }
#endif
