#if Server
    import DatasyncAsync
    import DatasyncLog
    import DatasyncTesting
    import Dispatch
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer
    @testable import datasync

    @Suite("Drains", .timeLimit(.minutes(10)))
    struct DrainTests {
        private static let owner = ["Authorization: Bearer owner"]
        private static let drain = "/.settings/drain.json"
        private static let elsewhere = "peer.example:9000"
        private static let reset = #"{"t":"c","d":{"t":"r","d":"peer.example:9000"}}"#

        @Test("[placement 9] a server that drains refuses sessions and streams, says so, and answers requests")
        func refusals() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                #expect(try await server.send("PUT", Self.drain, "true").status == 401)
                #expect(try await server.send("PUT", Self.drain, "1", headers: Self.owner).status == 400)
                #expect(try await server.send("DELETE", Self.drain, headers: Self.owner).status == 405)
                let begun = try await server.send("PUT", Self.drain, "true", headers: Self.owner)
                #expect(begun.body == #"{"draining":true,"sessions":0}"#)
                let readiness = try await server.send("GET", "/readyz")
                #expect(readiness.status == 503 && readiness.body == "draining\n")
                #expect(try await server.send("PUT", "/a.json", "1").status == 200)
                let stream = try await server.send("GET", "/a.json", headers: ["Accept: text/event-stream"])
                #expect(stream.status == 503 && stream.body.contains("drains"))
                let refused = await #expect(throws: RawSocket.Refused.self) { _ = try await RawSocket.open(server) }
                #expect(refused?.response.contains("503") == true && refused?.response.contains("drains") == true)
                #expect(server.log.entries.contains { $0.hasPrefix("drained:") })

                let ended = try await server.send("PUT", Self.drain, "false", headers: Self.owner)
                #expect(ended.body == #"{"draining":false,"sessions":0}"#)
                #expect(try await server.send("GET", "/readyz").status == 200)
                _ = try await RawSocket.greeted(server)
                #expect(server.server.sessionCount == 1)
            }
        }

        @Test("[placement 9] new clients are sent on at the rate of the drain, unless they were redirected")
        func arrivals() async throws {
            let peers = TestPeers(own: "own.example", others: [Self.elsewhere])
            let time = TestClock()
            try await TestServer.run(
                { $0.limits.drainedSessionsPerSecond = 2 }, clock: time.clock, peers: peers
            ) { server in
                server.server.isDraining = true
                #expect(peers.isDraining)
                for _ in 0..<2 {
                    let socket = try await RawSocket.open(server)
                    #expect(await socket.next()?.text == Self.reset)
                }
                await #expect(throws: RawSocket.Refused.self) { _ = try await RawSocket.open(server) }
                time.advance(bySeconds: 1)
                await #expect(throws: RawSocket.Refused.self) {
                    _ = try await RawSocket.open(server, target: "/.ws?v=5&ns=default&redirected=1")
                }
                #expect(await (try RawSocket.open(server)).next()?.text == Self.reset)
                server.server.isDraining = false
                #expect(!peers.isDraining)
            }
        }

        @Test("[placement 10] sessions leave in batches, the oldest first, and streams end")
        func batches() async throws {
            let peers = TestPeers(own: "own.example", others: [])
            let time = TestClock()
            try await TestServer.run(
                { $0.limits.drainedSessionsPerSecond = 2 }, clock: time.clock, peers: peers
            ) { server in
                var sockets: [RawSocket] = []
                for _ in 0..<3 { sockets.append(try await RawSocket.greeted(server)) }
                let stream = try await RawConnection.open(port: server.port)
                stream.send("GET /a.json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                #expect(await stream.read(through: "\n\n\r\n") != nil)
                #expect(server.server.sessionCount == 4)
                peers.set(own: "own.example", others: [Self.elsewhere])
                server.server.isDraining = true
                for (index, socket) in sockets.enumerated() {
                    if index == 2 { time.advance(bySeconds: 1) }
                    #expect(await socket.next()?.text == Self.reset)
                    #expect(await socket.close()?.code == 1001)
                    socket.send(opcode: 8, [3, 233])
                    if index < 2 {
                        try await waitUntil("session \(index) ends") { server.server.sessionCount == 3 - index }
                        #expect(!server.log.entries.contains { $0.hasPrefix("drained:") })
                    }
                }
                #expect(String(decoding: await stream.readToEnd(), as: UTF8.self) == "0\r\n\r\n")
                try await waitUntil("the last session ends") { server.server.sessionCount == 0 }
                time.advance(bySeconds: 1)
                #expect(server.log.entries.last?.hasPrefix("drained:") == true)
            }
        }

        @Test("[placement 10] without another server sessions stay until the limit of the drain")
        func limit() async throws {
            let time = TestClock()
            try await TestServer.run({ $0.limits.drainTime = .seconds(20) }, clock: time.clock) { server in
                let socket = try await RawSocket.greeted(server)
                server.server.isDraining = true
                for _ in 0..<19 { time.advance(bySeconds: 1) }
                socket.send(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a"}}}"#)
                #expect(await socket.next()?.text.contains(#""r":1"#) == true)
                time.advance(bySeconds: 1)
                #expect(await socket.close()?.code == 1001)
            }
        }

        @Test("[placement 12] the commands drain a server and take it back; waiting ends when no session is left")
        func commands() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                try await server.run(DrainCommand.self, "--wait", "--token", "owner")
                #expect(server.server.isDraining)
                try await server.run(UndrainCommand.self, "--token", "owner")
                #expect(!server.server.isDraining)
                await #expect(throws: CommandError.self) { try await server.run(DrainCommand.self, "--token", "ann") }
                #expect(!server.server.isDraining)
            }
            #expect(throws: CommandError.self) { try DrainStatus("null") }
            #expect(try DrainStatus(#"{"draining":true,"sessions":1}"#).line == "draining; 1 session or stream left")
            #expect(try DrainStatus(#"{"draining":true,"sessions":0}"#).line == "drained; the process can end")
        }

        @Test("[placement 13] when a server stops, sessions are sent to another one")
        func stopped() async throws {
            let peers = TestPeers(own: "own.example", others: [])
            try await TestServer.run(peers: peers) { server in
                let socket = try await RawSocket.greeted(server)
                peers.set(own: "own.example", others: [Self.elsewhere])
                let stopped = Task { await server.server.stop(within: .seconds(30)) }
                #expect(await socket.next()?.text == Self.reset)
                #expect(await socket.close()?.code == 1001)
                socket.send(opcode: 8, [3, 233])
                await stopped.value
            }
        }

        // MARK: Clients

        private static let clients = 50
        /// The increments of each client before and during the drain, all of them without a response when it begins.
        private static let writes = 4

        private static func application(of server: TestServer) throws -> WebcomApplication {
            let url = try #require(URL(string: "ws://\(server.address)"))
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: "default", platform: .server(url)))
            application.defaultQueue = DispatchQueue(label: "client")
            return application
        }

        @Test("[placement 11] a drain of 50 clients with pending writes loses none, and applies none twice")
        func pendingWrites() async throws {
            let log = MemoryLog.shared()
            let held = HeldLog(log)
            let peers = TestPeers()
            try await TestServer.run(
                { $0.limits.drainedSessionsPerSecond = 25 }, shared: held, peers: peers
            ) { (first: TestServer) async throws in
                try await TestServer.run(shared: log) { (second: TestServer) async throws in
                    try await self.drain(first, to: second, peers, held)
                }
            }
        }

        private func drain(
            _ first: TestServer, to second: TestServer, _ peers: TestPeers, _ held: HeldLog
        ) async throws {
            let total = Self.writes * 2
            for number in 0..<Self.clients { try await first.send("PUT", "/c\(number).json", "0") }
            let applications = try (0..<Self.clients).map { _ in try Self.application(of: first) }
            let managers = applications.map { $0.datasyncService.createManager() }
            let (shown, acknowledged) = (Record<Int>(), Record<Int>())
            try await withThrowingTaskGroup(of: Void.self) { group in
                for (number, manager) in managers.enumerated() {
                    // Each client listens to the counter of the next one, so that it has no estimates.
                    let counter = manager["c\((number + 1) % Self.clients)"]
                    group.addTask {
                        var last = -1
                        for try await value in counter.values(as: Int.self) {
                            if last < 0 { shown.note(number) }
                            #expect(value >= last, "client \(number)")
                            last = value
                            if value == total { break }
                        }
                    }
                }
                while shown.entries.count < Self.clients { try await second.send("GET", "/healthz") }
                held.hold()
                func write() {
                    for (number, manager) in managers.enumerated() {
                        for _ in 0..<Self.writes {
                            group.addTask {
                                _ = try await manager["c\(number)"].increment()
                                acknowledged.note(number)
                            }
                        }
                    }
                }
                write()
                // The other server shows that all of them are in the log; none has a response.
                for number in 0..<Self.clients {
                    while try await second.send("GET", "/c\(number).json").body != "\(Self.writes)" {}
                }
                #expect(acknowledged.entries == [])
                peers.set(own: first.address, others: [second.address])
                first.server.isDraining = true
                write()
                held.release()
                try await group.waitForAll()
            }
            for number in 0..<Self.clients {
                #expect(acknowledged.entries.count { $0 == number } == total)
                #expect(try await second.send("GET", "/c\(number).json").body == "\(total)")
            }
            while first.server.sessionCount > 0 { try await second.send("GET", "/healthz") }
            // The last clients are on their way.
            while second.server.sessionCount < Self.clients { try await second.send("GET", "/healthz") }
            #expect(second.server.sessionCount == Self.clients)
            withExtendedLifetime((applications, managers)) {}
        }
    }
#endif
