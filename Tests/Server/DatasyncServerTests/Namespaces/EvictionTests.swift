#if Server
    import DatasyncBackend
    import DatasyncLog
    import DatasyncStorage
    import DatasyncTestingInternals
    import DatasyncTree
    import Dispatch
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Namespaces are loaded on first use, and evicted when they are idle", .timeLimit(.minutes(10)))
    struct EvictionTests {
        private static let owner = ["Authorization: Bearer 0123456789abcdef"]

        private static func configure(_ configuration: inout ServerConfiguration, _ directory: String) {
            configuration.dataDirectory = directory
            configuration.adminSecret = "0123456789abcdef"
            configuration.namespaces = ["default", "shop"]
            configuration.rules = #"{"rules":{".read":true,".write":true}}"#
        }

        /// Waits until the server has a number of namespaces in memory.
        private static func waitForLoaded(_ count: Int, _ server: TestServer) async throws {
            while try await !server.send("GET", "/metrics").body.contains("datasync_namespaces_loaded \(count)\n") {
                await Task.yield()
            }
        }

        @Test(
            "[commits 28, 29] five minutes after its last use, it is forgotten; the next use reads it again, with the owner's rules"
        )
        func idle() async throws {
            let (folder, clock) = (try TestFolder(), TestClock())
            try await TestServer.run({ Self.configure(&$0, folder.file("data")) }, clock: clock.clock) {
                (server: TestServer) async throws in
                try await Self.waitForLoaded(0, server)
                let large = String(repeating: "x", count: 100_000)
                #expect(try await server.send("PUT", "/a.json?ns=shop", #""\#(large)""#).status == 200)
                let rules = #"{"rules":{".read":true}}"#
                let changed = try await server.send(
                    "PUT", "/.settings/rules.json?ns=shop", rules, headers: Self.owner)
                #expect(changed.status == 200)
                let socket = try await RawSocket.greeted(server, target: "/.ws?v=5&ns=default")
                try await Self.waitForLoaded(2, server)
                clock.advance(bySeconds: 301)
                // The session keeps the other one.
                try await Self.waitForLoaded(1, server)
                // Its records take more than a snapshot is worth.
                #expect(try folder.names("data").contains { $0.hasSuffix(".snapshot") })
                #expect(try await server.send("GET", "/a.json?ns=shop").body == #""\#(large)""#)
                #expect(try await server.send("PUT", "/a.json?ns=shop", "1").status == 401)
                try await Self.waitForLoaded(2, server)
                withExtendedLifetime(socket) {}
            }
        }

        @Test("[commits 16] no request of the first use is earlier than the rules of the configuration")
        func firstUse() async throws {
            let folder = try TestFolder()
            for round in 0..<2 {
                try await TestServer.run({ configuration in
                    Self.configure(&configuration, folder.file("data"))
                    if round == 1 { configuration.rules = #"{"rules":{".read":true}}"# }
                }) { (server: TestServer) async throws in
                    async let first = server.send("PUT", "/a.json", "1").status
                    async let second = server.send("PATCH", "/.json", #"{"b":2}"#).status
                    #expect(try await [first, second] == (round == 0 ? [200, 200] : [401, 401]))
                }
            }
        }

        @Test("[commits 29] requests while namespaces are evicted get their data, again and again")
        func usedWhileEvicted() async throws {
            let (folder, clock) = (try TestFolder(), TestClock())
            try await TestServer.run({ Self.configure(&$0, folder.file("data")) }, clock: clock.clock) {
                (server: TestServer) async throws in
                for round in 0..<50 {
                    async let written = server.send("PUT", "/a.json?ns=shop", "\(round)").status
                    async let read = server.send("GET", "/b.json?ns=shop").status
                    clock.advance(bySeconds: 301)
                    #expect(try await written == 200)
                    #expect(try await read == 200)
                    #expect(try await server.send("GET", "/a.json?ns=shop").body == "\(round)")
                }
            }
        }

        @Test(
            "[commits 30] a namespace with a record of a newer version fails alone, and the answer and the metrics say so"
        )
        func newer() async throws {
            let folder = try TestFolder()
            let log = try JournalLog(
                directory: folder.file("data"), clock: { LogTime(1) }, diagnostic: { _ in })
            log.append([LogEntry(run: 1, session: 1, number: 1, body: [99])], to: try LogNamespace("shop")) { _ in }
            await log.close()
            try await TestServer.run({ Self.configure(&$0, folder.file("data")) }) {
                (server: TestServer) async throws in
                for _ in 0..<2 {
                    let reply = try await server.send("GET", "/a.json?ns=shop")
                    #expect(reply.status == 503 && reply.body.contains("level 99"), "\(reply.body)")
                }
                #expect(try await server.send("PUT", "/a.json", "1").status == 200)
                #expect(try await server.send("GET", "/readyz").status == 200)
                #expect(try await server.send("GET", "/metrics").body.contains("datasync_namespaces_failed 1\n"))
                #expect(server.log.entries.contains { $0.contains("shop") && $0.contains("level 99") })
            }
        }

        @Test("a namespace that nobody uses does not keep old files: the server stores its snapshot")
        func idleSnapshots() async throws {
            var options = JournalLog.Options()
            (options.segmentSize, options.snapshotThreshold) = (8_192, 8_000)
            let log = try JournalLog(
                directory: "/journal", options: options, fileSystem: SimulatedDisk(seed: 1), executors: .threads(),
                clock: { LogTime(1_000) }, diagnostic: { _ in })
            let data = ServerData(log, beside: .none, diagnose: { Issue.record("\($0)") })
            let factory = NamespaceFactory(
                data: data, run: ServerRun(1), metrics: ServerMetrics(), limits: ServerLimits(),
                requiresIndexes: false, clock: { 1_000 },
                executor: { work in DispatchQueue.global().async(execute: work) },
                log: ServerLog(ServerConfiguration().logger))
            data.storeIdleSnapshots { factory.make($0, startRules: nil) }
            let names = try ["idle", "busy"].map { try LogNamespace($0) }
            do {
                let idle = factory.make(names[0], isNew: true)
                try await data.start(idle)
                try idle.write(1)
                try await idle.waitUntilApplied()
            }
            let busy = factory.make(names[1], isNew: true)
            try await data.start(busy)
            while log.contents.parts.first(where: { $0.namespace == names[0] })?.snapshot == nil {
                try busy.write(.string(String(repeating: "x", count: 2_000)))
                try await busy.waitUntilApplied()
            }
            try await busy.storeSnapshot()
            while log.contents.segments.count > 2 { await Task.yield() }
            await log.close()
        }
    }
#endif
