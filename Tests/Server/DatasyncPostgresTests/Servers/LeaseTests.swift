#if Postgres
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Testing

    @testable import DatasyncPostgres

    @Suite("Leases in a database", .serialized)
    struct LeaseTests {
        let shop: LogNamespace
        let office: LogNamespace
        let database: TestDatabase

        init() throws {
            (shop, office) = (try LogNamespace("shop"), try LogNamespace("office"))
            database = try TestDatabase()
        }

        /// Opens the log of a server whose times are short.
        private func open(
            _ run: UInt64, _ url: String? = nil, address: String = "", settling: Int64 = 300
        ) async throws -> PostgresLog {
            var options = PostgresLog.Options()
            (options.run, options.publicAddress) = (run, address)
            options.endOfRun = { LogEntry(run: $0, session: 0, body: Array("end \($0)".utf8)) }
            (options.lease.renewal, options.lease.duration, options.lease.grace) = (50, 400, 200)
            (options.lease.settling, options.lease.takeover) = (settling, 600)
            return try await PostgresLog.open(url ?? database.url, options: options)
        }

        private func append(_ text: String, to name: LogNamespace, of log: PostgresLog, run: UInt64) {
            log.append([LogEntry(run: run, session: 1, body: Array(text.utf8))], to: name) { _ in }
        }

        private func count(_ condition: String) throws -> Int64 {
            try database.integer("SELECT count(*) FROM \(condition)") ?? -1
        }

        @Test("[postgres 29] the run of a server that is gone ends once in each namespace, whoever looks for it")
        func ending() async throws {
            let proxy = try TestProxy(to: try database.port)
            let gone = try await open(7, database.url(port: proxy.port))
            let others = [try await open(8), try await open(9)]
            append("a", to: shop, of: gone, run: 7)
            append("b", to: office, of: gone, run: 7)
            let followers = [TestFollower(others[0], shop), TestFollower(others[1], office)]
            for follower in followers { try await follower.wait(for: 1) }
            #expect(try count("datasync_presence WHERE run = 7") == 2)
            proxy.refuse(true)
            proxy.cut()
            for follower in followers { try await follower.wait(for: 2) }
            #expect(followers.map(\.texts) == [["a", "end 7"], ["b", "end 7"]])
            try await waitUntil("nothing is left to end") { (try? count("datasync_presence")) == 0 }
            // What it sends later belongs to the next run.
            append("late", to: shop, of: gone, run: 7)
            proxy.refuse(false)
            try await followers[0].wait(for: 3)
            let next = RunNumber.next(after: 7)
            try await waitUntil("the next run is shown") { gone.status.run == Int64(next) }
            #expect(try count("datasync_server WHERE run = \(next) AND NOT ended") == 1)
            // Its sessions are those of the run that ended, so the namespace gets the end again.
            try await followers[0].wait(for: 4)
            #expect(followers[0].texts == ["a", "end 7", "late", "end 7"])
            #expect(followers[1].texts == ["b", "end 7"])
            for log in others + [gone] { await log.close() }
            proxy.stop()
        }

        @Test("[postgres 31] the end comes again for late entries of a run whose row was deleted long ago")
        func forgotten() async throws {
            let (late, other) = (try await open(7), try await open(8))
            append("a", to: shop, of: late, run: 7)
            append("b", to: office, of: late, run: 7)
            let followers = [TestFollower(other, shop), TestFollower(other, office)]
            for follower in followers { try await follower.wait(for: 1) }
            try database.run("DELETE FROM datasync_presence")
            try database.run("DELETE FROM datasync_server WHERE run = 7")
            // The first batch may have entries of both.
            for _ in 1...3 {
                for name in [shop, office] { append("late", to: name, of: late, run: 7) }
            }
            for follower in followers { try await follower.wait(for: 5) }
            #expect(followers[0].texts.sorted() == ["a", "end 7", "late", "late", "late"])
            #expect(followers[1].texts.sorted() == ["b", "end 7", "late", "late", "late"])
            #expect(try count("datasync_presence WHERE run = 7") == 0)
            for log in [late, other] { await log.close() }
        }

        @Test("[postgres 29] an outage of the database ends no run")
        func outage() async throws {
            let proxy = try TestProxy(to: try database.port)
            let url = database.url(port: proxy.port)
            let logs = [try await open(7, url), try await open(8, url)]
            for (log, run) in zip(logs, [7, 8] as [UInt64]) { append("a", to: shop, of: log, run: run) }
            try await waitUntil("both are present") { (try? count("datasync_presence")) == 2 }
            try await waitUntil("both may end runs") { logs.allSatisfy { $0.status.others.count == 1 } }
            proxy.refuse(true)
            proxy.cut()
            try await waitUntil("both leases are long over") {
                (try? count("datasync_server WHERE expires < clock_timestamp() - interval '400 milliseconds'")) == 2
            }
            #expect(logs.allSatisfy { !$0.hasLease })
            proxy.refuse(false)
            try await waitUntil("both hold a lease again") { logs.allSatisfy(\.hasLease) }
            #expect(try count("datasync_server WHERE ended") == 0)
            #expect(logs.map(\.status.run) == [7, 8])
            for log in logs { await log.close() }
            proxy.stop()
        }

        @Test("[postgres 29] a server ends no run before it has renewed its own lease for a while")
        func settling() async throws {
            try database.run(
                """
                INSERT INTO datasync_server (run, level, public_address, peer_address, expires)
                VALUES (5, 1, '', '', clock_timestamp() - interval '1 hour')
                """)
            let patient = try await open(7, settling: 3_600_000)
            try await waitUntil("it has renewed") { patient.status.lastRenewal != nil }
            let first = patient.status.lastRenewal
            try await waitUntil("it has renewed again") { patient.status.lastRenewal != first }
            #expect(try count("datasync_server WHERE ended") == 0)
            let eager = try await open(8)
            try await waitUntil("the run has ended") { (try? count("datasync_server WHERE ended AND run = 5")) == 1 }
            for log in [patient, eager] { await log.close() }
        }

        @Test("[postgres 29] a run is not ended while one of its appends is being executed")
        func appendUnderWay() async throws {
            let (slow, other) = (try await open(7), try await open(8))
            append("a", to: shop, of: slow, run: 7)
            let follower = TestFollower(other, shop)
            try await follower.wait(for: 1)
            // As an append does that waits for a namespace, or for the standby.
            let lock = try BlockingConnection(try DatabaseAddress(database.directURL))
            try lock.run(DatabaseStatement("BEGIN"))
            try lock.run(DatabaseStatement("SELECT * FROM datasync_server WHERE run = 7 FOR SHARE"))
            append("b", to: shop, of: slow, run: 7)
            let isOver = "datasync_server WHERE run = 7 AND expires < clock_timestamp() - interval '500 milliseconds'"
            try await waitUntil("the lease is long over") { (try? count(isOver)) == 1 }
            #expect(try count("datasync_server WHERE ended") == 0)
            try lock.run(DatabaseStatement("COMMIT"))
            // Now either the renewal that has waited comes first, or the end of the run.
            try await follower.wait(for: 2)
            #expect(follower.texts.prefix(2) == ["a", "b"])
            for log in [slow, other] { await log.close() }
        }

        @Test("[postgres 29] another server goes on where the one that ended a run has stopped")
        func takeover() async throws {
            let log = try await open(8)
            let follower = TestFollower(log, shop)
            append("a", to: shop, of: log, run: 8)
            try await follower.wait(for: 1)
            try database.run(
                """
                INSERT INTO datasync_server (run, ended, level, public_address, peer_address, expires)
                VALUES (5, true, 1, '', '', clock_timestamp() - interval '1 minute')
                """)
            try database.run("INSERT INTO datasync_presence SELECT 5, id FROM datasync_namespace")
            try await follower.wait(for: 2)
            #expect(follower.texts == ["a", "end 5"])
            #expect(try count("datasync_presence WHERE run = 5") == 0)
            await log.close()
        }

        @Test("[postgres 30] a server whose run was ended begins the next one, without an append")
        func nextRun() async throws {
            let log = try await open(7)
            try await waitUntil("it has a lease") { log.hasLease }
            try database.run("UPDATE datasync_server SET ended = true")
            let next = Int64(RunNumber.next(after: 7))
            try await waitUntil("the next run is shown") { log.status.run == next && log.hasLease }
            try await waitUntil("the next run is renewed") {
                (try? count("datasync_server WHERE run = \(next) AND expires > clock_timestamp()")) == 1
            }
            await log.close()
            #expect(try count("datasync_server WHERE NOT ended") == 0)
        }

        @Test("[postgres 31] a namespace that a server has left is not concerned by the end of its run")
        func leaving() async throws {
            let log = try await open(7)
            var follower: TestFollower? = TestFollower(log, shop)
            append("a", to: shop, of: log, run: 7)
            append("end 5", to: office, of: log, run: 5)
            try await follower?.wait(for: 1)
            try await waitUntil("both are stored") { (try? count("datasync_log")) == 2 }
            // Entries of other runs, as the end of one, leave nothing to end.
            #expect(try count("datasync_presence") == 1)
            #expect(await log.settle(shop) > 0)
            append("b", to: shop, of: log, run: 7)
            try await follower?.wait(for: 2)
            follower = nil
            // It was in use since it was settled.
            let other = TestFollower(log, office)
            try await other.wait(for: 1)
            #expect(try count("datasync_presence") == 1)
            follower = TestFollower(log, shop)
            try await follower?.wait(for: 2)
            _ = await log.settle(shop)
            follower = nil
            try await waitUntil("it has left") { (try? count("datasync_presence")) == 0 }
            append("c", to: shop, of: log, run: 7)
            try await waitUntil("it is present again") { (try? count("datasync_presence")) == 1 }
            await log.close()
        }

        @Test("[postgres 32] servers find each other, and know who drains")
        func servers() async throws {
            let logs = [try await open(7, address: "a:1"), try await open(8, address: "b:1")]
            try await waitUntil("both know each other") {
                logs.map { $0.status.others.map(\.publicAddress) } == [["b:1"], ["a:1"]]
            }
            logs[0].setDraining(true)
            try await waitUntil("the other one knows") { logs[1].status.others.first?.isDraining == true }
            logs[0].setDraining(false)
            try await waitUntil("the other one knows") { logs[1].status.others.first?.isDraining == false }
            await logs[0].close()
            try await waitUntil("the other one is alone") { logs[1].status.others.isEmpty }
            await logs[1].close()
        }

        @Test("[postgres 33] the clock of a log is that of the database")
        func clock() async throws {
            let log = try await open(7)
            let now = { try database.integer("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8") ?? 0 }
            let before = try now()
            let time = try #require(log.currentTime()).sinceEpoch
            let after = try now()
            // The half of a round trip is the most by which it can be wrong.
            #expect((before - 1_000...after + 1_000).contains(Int64(time)))
            await log.close()
        }

        @Test("[postgres 23] a server that cannot read the level of the records does not open the log")
        func level() async throws {
            try database.run("UPDATE datasync_meta SET level = 2")
            let error = await #expect(throws: LogError.self) { _ = try await open(7) }
            #expect(error?.code == .newerVersion)
            #expect(error?.message.contains("level 2") == true)
            #expect(try count("datasync_server") == 0)
        }
    }
#endif
