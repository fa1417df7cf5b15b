#if Postgres
    import DatasyncAsync
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncPostgres

    @Suite("Servers over a database", .serialized, .timeLimit(.minutes(10)))
    struct DatabaseServingTests {
        let database: TestDatabase

        init() throws { database = try TestDatabase() }

        @Test("[postgres 34] a read on one server has what the other one has acknowledged")
        func reads() async throws {
            let servers = [try ServerProcess(database), try ServerProcess(database)]
            defer { for server in servers { server.child.kill() } }
            for number in 0..<50 {
                let (writer, reader) = (servers[number % 2], servers[(number + 1) % 2])
                #expect(try await writer.send("PUT", "/n.json", "\(number)").status == 200)
                #expect(try await reader.send("GET", "/n.json").text == "\(number)")
            }
            // The first server learns of the other one by its next renewal.
            let metrics = try await servers[0].metrics(with: "\ndatasync_log_servers 1\n")
            #expect(metrics.contains("\ndatasync_log_lease 1\n") && metrics.contains("\ndatasync_log_servers 1\n"))
            #expect(
                metrics.contains("\ndatasync_log_lease_age_seconds ") && metrics.contains("\ndatasync_log_position "))
            #expect(try await servers[0].send("GET", "/readyz").status == 200)
        }

        @Test("[postgres 29] the on-disconnect writes of a server that was killed are executed once")
        func killed() async throws {
            let (killed, other) = (try ServerProcess(database), try ServerProcess(database))
            defer { for server in [killed, other] { server.child.kill() } }
            let client = try killed.connect()
            try await client.root["presence"].set("away", at: .onDisconnection)
            try await client.root["presence"].set("here")
            #expect(try await other.send("GET", "/presence.json").text == #""here""#)
            killed.child.kill()
            try await waitUntil("another server ends its run", milliseconds: 60_000) {
                (try? database.integer("SELECT count(*) FROM datasync_server WHERE ended")) == 1
                    && (try? database.integer("SELECT count(*) FROM datasync_presence")) == 0
            }
            #expect(try await other.send("GET", "/presence.json").text == #""away""#)
            let ends = """
                SELECT count(*) FROM datasync_log l JOIN datasync_namespace n ON n.id = l.namespace
                WHERE n.name = 'default' AND l.batch < 0
                """
            #expect(try database.integer(ends) == 1)
        }

        @Test("[postgres 30] a server that was suspended ends its sessions once it goes on, and serves again")
        func suspended() async throws {
            let (suspended, other) = (try ServerProcess(database), try ServerProcess(database))
            defer { for server in [suspended, other] { server.child.kill() } }
            #expect(try await suspended.send("PUT", "/a.json", "1").status == 200)
            let client = try suspended.connect()
            try await client.root["presence"].set("away", at: .onDisconnection)
            try await client.root["presence"].set("here")
            Foundation.kill(suspended.child.id, SIGSTOP)
            try await waitUntil("another server ends its run", milliseconds: 60_000) {
                (try? database.integer("SELECT count(*) FROM datasync_presence")) == 0
            }
            #expect(try await other.send("GET", "/presence.json").text == #""away""#)
            #expect(try await other.send("PUT", "/a.json", "2").status == 200)
            Foundation.kill(suspended.child.id, SIGCONT)
            #expect(try await suspended.send("GET", "/a.json").text == "2")
            #expect(try await suspended.send("PUT", "/a.json", "3").status == 200)
            #expect(try await other.send("GET", "/a.json").text == "3")
            // The client has connected again, and can write.
            try await client.root["presence"].set("back")
            #expect(try await other.send("GET", "/presence.json").text == #""back""#)
        }

        @Test("[postgres 24] a database without tables, and two places for the data, are refused with the remedy")
        func refusals() throws {
            let empty = try TestDatabase(isEmpty: true)
            let first = try ChildProcess("datasync", ["serve", "--database", empty.url, "--port", "0"])
            #expect(first.nextLine() == nil)
            let second = try ChildProcess("datasync", ["serve", "--database", empty.url, "--memory", "--port", "0"])
            #expect(second.nextLine() == nil)
        }
    }
#endif
