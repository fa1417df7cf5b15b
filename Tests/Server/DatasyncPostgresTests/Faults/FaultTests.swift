#if Postgres
    import DatasyncAsync
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    /// Faults of the database itself, each with a server of its own; only in the long form.
    @Suite("Faults of the database", .serialized, .enabled(if: TestCluster.isWanted), .timeLimit(.minutes(10)))
    struct FaultTests {
        let shop: LogNamespace

        init() throws { shop = try LogNamespace("shop") }

        @Test("[postgres 70] a database that is away for 15 seconds ends no run and executes no on-disconnect write")
        func outage() async throws {
            try await TestCluster.with { cluster in
                let servers = [try ServerProcess(cluster.url), try ServerProcess(cluster.url)]
                defer { for server in servers { server.child.kill() } }
                // A session with a write on its way ends after 10 seconds, so another client writes.
                let (client, writer) = (try servers[0].connect(), try servers[0].connect())
                try await client.root["presence"].set("away", at: .onDisconnection)
                try await client.root["presence"].set("here")
                try await cluster.control(["stop", "primary"])
                let end = DispatchTime.now() + .seconds(15)
                async let late: Void = writer.root["late"].set(1)
                var statuses: Set<Int> = []
                while DispatchTime.now() < end {
                    statuses.insert(try await servers[0].sendOnce("GET", "/readyz").status)
                    await pause(milliseconds: 500)
                }
                #expect(statuses.contains(503))
                // Reads from memory still work.
                #expect(try await servers[0].sendOnce("GET", "/presence.json?stale=true").text == #""here""#)
                try await cluster.control(["start", "primary"])
                try await late
                for server in servers {
                    #expect(try await server.send("GET", "/late.json").text == "1")
                    #expect(try await server.send("GET", "/presence.json").text == #""here""#)
                }
                #expect(try cluster.run("SELECT count(*) FROM datasync_server WHERE ended").integer(0, 0) == 0)
                #expect(try cluster.run("SELECT count(*) FROM datasync_log WHERE batch < 0").integer(0, 0) == 0)
                withExtendedLifetime((client, writer)) {}
            }
        }

        @Test(
            "[postgres 33] a server whose clock is an hour ahead ends no run, and its timestamps are those of the database"
        )
        func wrongClock() async throws {
            try await TestCluster.with { cluster in
                let library = try await cluster.wrongClock()
                let servers = [
                    try ServerProcess(cluster.url),
                    try ServerProcess(
                        cluster.url, ["--log-level", "debug"], environment: ["LD_PRELOAD": library],
                        logFile: "\(cluster.folder)/server.log"),
                ]
                defer { for server in servers { server.child.kill() } }
                // Longer than a lease and the time for which it is left alone, so that a wrong clock would end the other run.
                let end = DispatchTime.now() + .seconds(25)
                var number = 0
                while DispatchTime.now() < end {
                    number += 1
                    let writer = servers[number % 2]
                    #expect(try await writer.send("PUT", "/t.json", #"{".sv": "timestamp"}"#).status == 200)
                    let text = try await servers[(number + 1) % 2].send("GET", "/t.json").text
                    let time = try #require(
                        try cluster.run("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8").integer(0, 0))
                    let difference = abs(Double(time) - (Double(text) ?? 0))
                    #expect(difference < 60_000, "\(text), at \(time)")
                    await pause(milliseconds: 500)
                }
                #expect(try cluster.run("SELECT count(*) FROM datasync_server WHERE ended").integer(0, 0) == 0)
                #expect(try cluster.run("SELECT count(*) FROM datasync_server").integer(0, 0) == 2)
                // The clock was wrong: the server's own log has it.
                let logged = servers[1].log.prefix { !$0.isWhitespace }
                let format = Date.ISO8601FormatStyle(timeZoneSeparator: .omitted)
                let ahead = try format.parse(String(logged)).timeIntervalSinceNow
                #expect(ahead > 3_400, "\(logged)")
            }
        }

        @Test("[postgres 71] a commit whose wait for the standby is cancelled is looked up, and delivered once")
        func cancelled() async throws {
            try await TestCluster.with { cluster in
                try await cluster.addStandby(isSynchronous: true)
                let log = try await PostgresLog.open(cluster.url)
                let follower = TestFollower(log, shop)
                log.append("1", to: shop)
                try await follower.wait(for: 1)
                try await cluster.control(["stop", "standby"])
                log.append("2", to: shop)
                let waiting = "FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND query LIKE '%datasync_log%'"
                try await waitUntil("the commit waits for the standby") {
                    (try? cluster.run("SELECT count(*) \(waiting)").integer(0, 0)) == 1
                }
                #expect(follower.texts == ["1"])
                _ = try cluster.run("SELECT pg_cancel_backend(pid) \(waiting)")
                try await waitUntil("the cancelled wait is noticed") {
                    (try? cluster.run("SELECT count(*) \(waiting)").integer(0, 0)) == 0
                }
                try await cluster.control(["start", "standby"])
                try await follower.wait(for: 2)
                try await waitUntil("the unknown outcome is shown") { log.status.unknownOutcomes > 0 }
                log.append("3", to: shop)
                try await follower.wait(for: 3)
                #expect(follower.texts == ["1", "2", "3"])
                #expect(try cluster.run("SELECT sum(count) FROM datasync_log").integer(0, 0) == 3)
                await log.close()
            }
        }

        @Test(
            "[postgres 72] after a crash and the promotion of a synchronous standby, all that was acknowledged is there"
        )
        func promotion() async throws {
            try await TestCluster.with { cluster in
                try await cluster.addStandby(isSynchronous: true)
                let log = try await PostgresLog.open(cluster.bothURL)
                let follower = TestFollower(log, shop)
                try await log.append(1...5, to: follower)
                try await cluster.control(["stop", "standby"])
                log.append("6", to: shop)
                try await cluster.waitForUnreplicatedCommit()
                try await cluster.failOver()
                try await follower.wait(for: 6)
                #expect(follower.texts == (1...6).map(String.init))
                #expect(!follower.mustReload)
                let head = try cluster.run("SELECT incarnation, number FROM datasync_namespace", onStandby: true)
                #expect(head.integer(0, 0) == 1 && head.integer(0, 1) == 6)
                await log.close()
            }
        }

        @Test("[postgres 73] an asynchronous standby that lagged has lost the last records, and everybody reloads")
        func lostTail() async throws {
            try await TestCluster.with { cluster in
                try await cluster.addStandby(isSynchronous: false)
                let log = try await PostgresLog.open(cluster.bothURL)
                let follower = TestFollower(log, shop)
                try await log.append(1...5, to: follower)
                try await waitUntil("the standby has the first records") {
                    (try? cluster.run("SELECT number FROM datasync_namespace", onStandby: true).integer(0, 0)) == 5
                }
                try await cluster.control(["stop", "standby"])
                try await log.append(6...8, to: follower)
                try await cluster.failOver()
                // Another server passes the lost numbers again.
                let other = try await PostgresLog.open(cluster.bothURL)
                for text in ["a", "b", "c"] { other.append(text, to: shop) }
                try await follower.waitForReload()
                let next = TestFollower(log, shop)
                try await next.wait(for: 6)
                log.append("9", to: shop)
                try await waitUntil("the new entry is delivered") { next.texts.contains("9") }
                #expect(next.texts.prefix(5) == ["1", "2", "3", "4", "5"])
                #expect(next.texts.filter { ["6", "7", "8"].contains($0) }.isEmpty)
                #expect(next.records.allSatisfy { $0.position.incarnation == 2 })
                await log.close()
                await other.close()
            }
        }

        @Test("[postgres 74] a full disk delays appends, and loses and repeats none")
        func fullDisk() async throws {
            try await TestCluster.with(disk: "96m") { cluster in
                let log = try await PostgresLog.open(cluster.url)
                let follower = TestFollower(log, shop)
                log.append("0", to: shop)
                try await follower.wait(for: 1)
                let filler = try cluster.fill("primary")
                let texts = Self.largeTexts
                for text in texts { log.append(text, to: shop) }
                try await waitUntil("the database refuses an append") { !follower.reasons.isEmpty }
                #expect(follower.reasons.joined().contains("No space left"), "\(follower.reasons)")
                #expect(log.status.unknownOutcomes == 0, "the outcome is known")
                try FileManager.default.removeItem(atPath: filler)
                try await follower.wait(for: 9)
                #expect(follower.texts == ["0"] + texts)
                #expect(try cluster.run("SELECT sum(count) FROM datasync_log").integer(0, 0) == 9)
                await log.close()
            }
        }

        @Test("[postgres 77] a full disk of the write-ahead log stops the database, and nothing is lost or repeated")
        func fullLogDisk() async throws {
            try await TestCluster.with(disk: "24m wal") { cluster in
                let log = try await PostgresLog.open(cluster.url)
                let follower = TestFollower(log, shop)
                log.append("0", to: shop)
                try await follower.wait(for: 1)
                let filler = try cluster.fill("wal")
                let texts = Self.largeTexts + Self.largeTexts.map { "again \($0)" } + Self.largeTexts
                for text in texts { log.append(text, to: shop) }
                try await waitUntil("the database is gone") { !follower.reasons.isEmpty }
                try FileManager.default.removeItem(atPath: filler)
                // It may have started again by itself.
                try? await cluster.control(["start", "primary"])
                try await follower.wait(for: 1 + texts.count)
                #expect(follower.texts == ["0"] + texts)
                let count = Int64(1 + texts.count)
                #expect(try cluster.run("SELECT sum(count) FROM datasync_log").integer(0, 0) == count)
                await log.close()
            }
        }

        /// Random texts of half a megabyte, which the database cannot compress.
        private static let largeTexts = {
            var random = SeededGenerator(seed: 1)
            return (1...8).map { number in
                let scalars = (0..<500_000).map { _ in Unicode.Scalar(UInt8.random(in: 33...126, using: &random)) }
                return "\(number) " + String(String.UnicodeScalarView(scalars))
            }
        }()
    }
#endif
