#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Testing

    @testable import DatasyncPostgres

    @Suite("Snapshots in a database")
    struct SnapshotTests {
        let shop: LogNamespace
        let database: TestDatabase

        init() throws {
            shop = try LogNamespace("shop")
            database = try TestDatabase()
        }

        /// Appends rows of many entries.
        private func fill(_ log: PostgresLog, rows: Int, of count: Int) async throws -> TestFollower {
            let follower = TestFollower(log, shop)
            for row in 1...rows {
                let entries = (0..<count).map { LogEntry(run: 1, session: 1, number: UInt64($0), body: [1]) }
                log.append(entries, to: shop) { _ in }
                try await follower.wait(for: row * count)
            }
            return follower
        }

        private func snapshot(_ record: LogRecord, _ bytes: [UInt8] = [1]) -> LogSnapshot {
            LogSnapshot(position: record.position, time: record.time, body: SnapshotBody(bytes))
        }

        private func numbers() throws -> [Int64] {
            let reply = try database.run("SELECT number FROM datasync_log ORDER BY number")
            return (0..<reply.count).compactMap { reply.integer($0, 0) }
        }

        @Test("[postgres 18] a snapshot is stored in pieces of 512 KiB, and read piece by piece")
        func pieces() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = try await fill(log, rows: 1, of: 1)
            let bytes = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 7) }
            try await log.store(snapshot(follower.records[0], bytes), of: shop)
            let sizes = try database.run("SELECT octet_length(body) FROM datasync_snapshot ORDER BY piece")
            #expect((0..<sizes.count).map { sizes.integer($0, 0) } == [5, 524_288, 524_288, 251_424])
            let found = try #require(try await log.latestSnapshot(of: shop))
            #expect(try await found.body.bytes() == bytes)
            // A snapshot without bytes has a header only.
            let second = try await fillMore(log, follower)
            try await log.store(snapshot(second, []), of: shop)
            #expect(try await log.latestSnapshot(of: shop)?.body.bytes() == [])
            await log.close()
        }

        private func fillMore(_ log: PostgresLog, _ follower: TestFollower) async throws -> LogRecord {
            let count = follower.records.count
            log.append("more", to: shop)
            try await follower.wait(for: count + 1)
            return follower.records[count]
        }

        @Test("[postgres 18] a replaced snapshot is deleted after a while, and a pass over it then fails")
        func replaced() async throws {
            var options = PostgresLog.Options()
            options.replacedSnapshotTime = 200
            let log = try await PostgresLog.open(database.url, options: options)
            let follower = try await fill(log, rows: 1, of: 1)
            try await log.store(snapshot(follower.records[0], [1, 2]), of: shop)
            let first = try #require(try await log.latestSnapshot(of: shop))
            try await log.store(snapshot(try await fillMore(log, follower), [3]), of: shop)
            #expect(try await first.body.bytes() == [1, 2])
            try await waitUntil("the first one is deleted") {
                (try? database.integer("SELECT count(*) FROM datasync_snapshot")) == 2
            }
            await #expect(throws: LogError.self) { try await first.body.bytes() }
            #expect(try await log.latestSnapshot(of: shop)?.body.bytes() == [3])
            await log.close()
        }

        private struct BodyFailure: Error {}

        @Test("[postgres 18] a snapshot that could not be stored leaves nothing behind")
        func failed() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = try await fill(log, rows: 1, of: 1)
            let isFirst = Guarded(true)
            let body = SnapshotBody {
                {
                    guard isFirst.exchange(false) else { throw BodyFailure() }
                    return [UInt8](repeating: 1, count: 600_000)
                }
            }
            let record = follower.records[0]
            await #expect(throws: BodyFailure.self) {
                try await log.store(LogSnapshot(position: record.position, time: record.time, body: body), of: shop)
            }
            #expect(try database.integer("SELECT count(*) FROM datasync_snapshot") == 0)
            #expect(try await log.latestSnapshot(of: shop) == nil)
            await log.close()
        }

        @Test("[postgres 19] a log that has lost its tail without noticing cannot store a snapshot")
        func lostTail() async throws {
            var options = PostgresLog.Options()
            options.pollInterval = 3_600_000
            let slow = try await PostgresLog.open(database.url, options: options)
            let follower = try await fill(slow, rows: 3, of: 1)
            try database.run("DELETE FROM datasync_log WHERE number > 1")
            try database.run(
                """
                UPDATE datasync_namespace n SET number = 1, run = l.run, batch = l.batch FROM datasync_log l
                WHERE l.namespace = n.id
                """)
            let other = try await PostgresLog.open(database.url)
            let otherFollower = TestFollower(other, shop)
            for text in ["a", "b", "c"] { other.append(text, to: shop) }
            try await otherFollower.wait(for: 4)
            let error = await #expect(throws: LogError.self) {
                try await slow.store(snapshot(follower.records[2]), of: shop)
            }
            #expect(error?.code == .invalidPosition)
            #expect(try await other.latestSnapshot(of: shop) == nil)
            #expect(try database.integer("SELECT count(*) FROM datasync_snapshot") == 0)
            for log in [slow, other] { await log.close() }
        }

        @Test("[postgres 20] rows behind the snapshot are deleted, but never the last 10,000 entries or the newest row")
        func truncation() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = try await fill(log, rows: 12, of: 1_000)
            let all = (1...12).map { Int64($0) * 1_000 }
            try await log.store(snapshot(follower.records[999]), of: shop)
            #expect(try numbers() == Array(all.dropFirst()))
            try await log.store(snapshot(follower.records[11_999]), of: shop)
            #expect(try numbers() == Array(all.dropFirst(2)))
            let early = TestFollower(log, shop)
            try await early.waitForReload()
            let position = try #require(try await log.latestSnapshot(of: shop)?.position)
            let late = TestFollower(log, shop, after: position)
            log.append("13", to: shop)
            try await late.wait(for: 1)
            #expect(late.texts == ["13"])
            await log.close()
        }

        @Test("[postgres 20] one row with more than 10,000 entries stays while it is the newest")
        func newestRow() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = try await fill(log, rows: 1, of: 10_500)
            try await log.store(snapshot(follower.records[10_499]), of: shop)
            #expect(try numbers() == [10_500])
            await log.close()
        }

        @Test("[postgres 20] what a webhook needs is kept, in chunks of more than one statement")
        func webhook() async throws {
            let log = try await PostgresLog.open(database.url)
            let follower = TestFollower(log, shop)
            let one =
                "decode('\(EntryBatch.bytes(of: [LogEntry(run: 1, session: 1, body: [])]).map(Self.hex).joined())', 'hex')"
            try database.run(
                """
                WITH n AS (INSERT INTO datasync_namespace (id, name, number, run, batch) VALUES (5, 'shop', 13000, 1, 13000))
                INSERT INTO datasync_log SELECT 5, i, 1, 0, 1, i, \(one) FROM generate_series(1, 13000) AS i
                """)
            try await follower.wait(for: 13_000)
            try database.run(
                """
                INSERT INTO datasync_webhook (id, namespace, path, url, events, secret, number)
                VALUES (1, 5, '/', 'https://example.com', 'value', '\\x00', 1500)
                """)
            try await log.store(snapshot(follower.records[12_000]), of: shop)
            #expect(try numbers().first == 1_501)
            try database.run("UPDATE datasync_webhook SET parked = true")
            try await log.store(snapshot(follower.records[12_100]), of: shop)
            #expect(try numbers() == Array(3_001...13_000))
            await log.close()
        }

        private static func hex(_ byte: UInt8) -> String { (byte < 16 ? "0" : "") + String(byte, radix: 16) }

        @Test("[postgres 21] a snapshot is due after its number of bytes, and again after the next one was stored")
        func due() async throws {
            var options = PostgresLog.Options()
            options.snapshotThreshold = 10_000
            let log = try await PostgresLog.open(database.url, options: options)
            let follower = try await fill(log, rows: 1, of: 1)
            #expect(!follower.isSnapshotDue)
            log.append(String(repeating: "x", count: 11_000), to: shop)
            try await waitUntil("a snapshot is due") { follower.isSnapshotDue }
            await log.close()
        }
    }
#endif
