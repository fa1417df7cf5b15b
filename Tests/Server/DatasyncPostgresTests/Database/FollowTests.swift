#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Dispatch
    import Testing

    @testable import DatasyncPostgres

    @Suite("Following a log in a database")
    struct FollowTests {
        let shop: LogNamespace
        let database: TestDatabase

        init() throws {
            shop = try LogNamespace("shop")
            database = try TestDatabase()
        }

        /// Opens a log that looks for the records of others only when it is asked.
        private func openSlow() async throws -> PostgresLog {
            var options = PostgresLog.Options()
            options.pollInterval = 3_600_000
            return try await PostgresLog.open(database.url, options: options)
        }

        /// Loses the records after a number, as a failover to a replica that lags does.
        private func loseRecords(after number: Int) throws {
            try database.run("DELETE FROM datasync_log WHERE number > \(number)")
            try database.run(
                """
                UPDATE datasync_namespace n SET number = l.number, run = l.run, batch = l.batch FROM datasync_log l
                WHERE l.namespace = n.id AND l.number = \(number)
                """)
        }

        @Test("[postgres 15] one statement reads for many followers, whose entries have more bytes than it may return")
        func many() async throws {
            let (writer, reader) = (try await openSlow(), try await openSlow())
            let names = try (0..<130).map { try LogNamespace("n\($0)") }
            let padding = String(repeating: "x", count: 50_000)
            for number in 1...3 {
                let followers = names.map { TestFollower(writer, $0) }
                for name in names { writer.append("\(number) \(name.name) \(padding)", to: name) }
                for follower in followers { try await follower.wait(for: number) }
            }
            // From the beginning, and from a record on.
            for start in 0...1 {
                let position = start == 0 ? nil : LogPosition(incarnation: 1, number: UInt64(start))
                let followers = names.map { TestFollower(reader, $0, after: position) }
                for follower in followers { try await follower.wait(for: 3 - start) }
                for (name, follower) in zip(names, followers) {
                    #expect(
                        follower.texts.map { String($0.prefix { $0 != "x" }) }
                            == (start + 1...3).map { "\($0) \(name.name) " })
                }
            }
            await writer.close()
            await reader.close()
        }

        @Test("[postgres 12] a lost tail begins a new incarnation, for all logs, and they reload")
        func lostTail() async throws {
            let logs = [try await PostgresLog.open(database.url), try await PostgresLog.open(database.url)]
            let followers = logs.map { TestFollower($0, shop) }
            try await logs[0].append(1...5, to: followers[0])
            try await followers[1].wait(for: 5)
            try loseRecords(after: 3)
            for follower in followers { try await follower.waitForReload() }
            #expect(try database.integer("SELECT incarnation FROM datasync_namespace") == 2)
            let next = TestFollower(logs[1], shop)
            try await next.wait(for: 3)
            logs[0].append("6", to: shop)
            try await next.wait(for: 4)
            #expect(next.texts == ["1", "2", "3", "6"])
            #expect(next.records.map(\.position) == (1...4).map { LogPosition(incarnation: 2, number: $0) })
            for log in logs { await log.close() }
        }

        @Test("[postgres 12] a lost tail is noticed although its numbers were passed again")
        func passedAgain() async throws {
            let slow = try await openSlow()
            let follower = TestFollower(slow, shop)
            try await slow.append(1...5, to: follower)
            try loseRecords(after: 3)
            let other = try await PostgresLog.open(database.url)
            for text in ["a", "b", "c"] { other.append(text, to: shop) }
            let otherFollower = TestFollower(other, shop)
            try await otherFollower.wait(for: 6)
            // It appends behind records that it has never seen.
            slow.append("d", to: shop)
            try await follower.waitForReload()
            #expect(follower.texts == ["1", "2", "3", "4", "5"])
            #expect(try database.integer("SELECT incarnation FROM datasync_namespace") == 2)
            try await otherFollower.waitForReload()
            for log in [slow, other] { await log.close() }
        }

        @Test("[postgres 12] a position that a follower names changes nothing")
        func foreignPosition() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop)
            try await log.append(1...2, to: follower)
            let other = TestFollower(log, shop, after: LogPosition(incarnation: 1, number: 9))
            try await other.waitForReload()
            let third = TestFollower(log, try LogNamespace("nobody"), after: LogPosition(incarnation: 1, number: 1))
            try await third.waitForReload()
            #expect(try database.integer("SELECT incarnation FROM datasync_namespace") == 1)
            #expect(!follower.mustReload)
            await log.close()
        }

        @Test("[postgres 13] a follower whose row was deleted reloads, under the same incarnation")
        func truncated() async throws {
            let (slow, other) = (try await openSlow(), try await PostgresLog.open(database.url))
            let (follower, otherFollower) = (TestFollower(slow, shop), TestFollower(other, shop))
            try await slow.append(1...3, to: follower)
            for text in ["a", "b"] { other.append(text, to: shop) }
            try await otherFollower.wait(for: 5)
            try database.run("DELETE FROM datasync_log WHERE number <= 3")
            _ = try await slow.latestPosition(of: shop)
            try await follower.waitForReload()
            #expect(try database.integer("SELECT incarnation FROM datasync_namespace") == 1)
            let late = TestFollower(other, shop)
            try await late.waitForReload()
            #expect(late.records.isEmpty)
            let after = TestFollower(other, shop, after: LogPosition(incarnation: 1, number: 3))
            try await after.wait(for: 2)
            #expect(after.texts == ["a", "b"])
            for log in [slow, other] { await log.close() }
        }

        @Test("[postgres 14] the latest position has what another log has acknowledged before the question")
        func latestPosition() async throws {
            let (slow, other) = (try await openSlow(), try await PostgresLog.open(database.url))
            #expect(try await slow.latestPosition(of: shop) == nil)
            let (slowFollower, follower) = (TestFollower(slow, shop), TestFollower(other, shop))
            for number in 1...20 {
                try await other.append(number...number, to: follower)
                let position = try await slow.latestPosition(of: shop)
                #expect(position == LogPosition(incarnation: 1, number: UInt64(number)))
            }
            // The question has also read the head for the follower.
            try await slowFollower.wait(for: 20)
            for log in [slow, other] { await log.close() }
        }

        @Test("[postgres 15] a slow follower gets at most 8 MiB that it has not received, then the rest in order")
        func slowFollower() async throws {
            let log = try await PostgresLog.open(database.url)
            let (gate, received) = (DispatchSemaphore(value: 0), Box(0))
            let subscription = log.follow(shop, after: nil) { event in
                guard case .records(let records) = event else { return }
                let isFirst = received.value.withLock { received in
                    defer { received += records.count }
                    return received == 0
                }
                if isFirst { gate.wait() }
            }
            let body = [UInt8](repeating: 7, count: 1 << 20)
            for _ in 0..<24 { log.append([LogEntry(run: 1, session: 1, body: body)], to: shop) { _ in } }
            try await waitUntil("all is stored") {
                (try? database.integer("SELECT number FROM datasync_namespace")) == 24
            }
            #expect(received.value.withLock { $0 } <= 10)
            gate.signal()
            try await waitUntil("all is received") { received.value.withLock { $0 } == 24 }
            subscription.cancel()
            await log.close()
        }

        @Test("[postgres 16] followers learn once that the database cannot be reached, and go on when it can")
        func unavailable() async throws {
            let proxy = try TestProxy(to: try database.port)
            var established: (log: PostgresLog, follower: TestFollower, shop: LogNamespace)?
            // A connection that is still being made when it is cut has failed; then the exchange is repeated.
            for attempt in 0..<3 where established == nil {
                let shop = try LogNamespace("shop\(attempt)")
                let log = try await PostgresLog.open(database.url(port: proxy.port))
                let follower = TestFollower(log, shop)
                try await log.append(1...1, to: follower)
                proxy.cut()
                try await log.append(2...2, to: follower)
                if follower.reasons.isEmpty { established = (log, follower, shop) } else { await log.close() }
            }
            let (log, follower, shop) = try #require(
                established, "a connection that is replaced at once is no failure")
            proxy.refuse(true)
            proxy.cut()
            try await waitUntil("the log is unavailable") { !follower.reasons.isEmpty }
            let reason = try #require(follower.reasons.first)
            #expect(reason.contains("cannot be reached"))
            let late = TestFollower(log, shop)
            try await waitUntil("the late follower learns it too") { late.reasons == [reason] }
            await #expect(throws: LogError.self) { try await log.latestPosition(of: shop) }
            log.append("3", to: shop)
            proxy.refuse(false)
            for follower in [follower, late] { try await follower.wait(for: 3) }
            #expect(follower.reasons.count == 1)
            await log.close()
            proxy.stop()
        }

        @Test("[postgres 17] rows that were changed or that a newer version wrote are not delivered")
        func damaged() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop)
            try await log.append(1...3, to: follower)
            let changes = [
                ("entries = entries || '\\x00'::bytea", "not as it was written"),
                ("entries = '\\x02'::bytea", "version 2"), ("count = 2", "not as it was written"),
                ("number = 4", "do not follow each other"),
            ]
            try database.run("CREATE TABLE copy AS SELECT * FROM datasync_log")
            for (change, reason) in changes {
                try database.run("UPDATE datasync_log SET \(change) WHERE number = 3")
                let other = TestFollower(log, shop)
                try await waitUntil("an error for \(change)") { other.reasons.first?.contains(reason) == true }
                #expect(other.texts.count <= 2)
                try database.run("DELETE FROM datasync_log")
                try database.run("INSERT INTO datasync_log SELECT * FROM copy")
            }
            await log.close()
        }
    }

    /// A value that closures share.
    private final class Box: Sendable {
        let value: Guarded<Int>

        init(_ value: Int) { self.value = Guarded(value) }
    }
#endif
