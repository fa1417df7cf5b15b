#if Server
    import DatasyncLog
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("Servers that share a log", .timeLimit(.minutes(10)))
    struct SharedServersTests {
        private static let owner = ["Authorization: Bearer 0123456789abcdef"]

        private static func configure(_ configuration: inout ServerConfiguration) {
            configuration.adminSecret = "0123456789abcdef"
        }

        private static func list(_ server: TestServer) async throws -> String {
            try await reply(server, "GET", "/.settings/namespaces.json", headers: owner).body
        }

        /// Sends a request again while it gets 503: a machine under load can take more than the second of a read.
        private static func reply(
            _ server: TestServer, _ method: String, _ target: String, headers: [String] = []
        ) async throws -> TestResponse {
            while true {
                let reply = try await server.send(method, target, headers: headers)
                if reply.status != 503 { return reply }
            }
        }

        @Test("[commits 31] namespaces that two servers create at the same time are all there")
        func creation() async throws {
            let log = MemoryLog.shared()
            try await TestServer.run(Self.configure, shared: log) { (first: TestServer) async throws in
                try await TestServer.run(Self.configure, shared: log) { (second: TestServer) async throws in
                    let names = (0..<40).map { "n\($0)" }
                    await withTaskGroup { group in
                        for (index, name) in names.enumerated() {
                            let server = index % 2 == 0 ? first : second
                            group.addTask {
                                let reply = try? await server.send(
                                    "PUT", "/.settings/namespaces/\(name).json", headers: Self.owner)
                                #expect(reply?.status == 200)
                            }
                        }
                    }
                    let expected = JSON.array((names + ["default"]).sorted().map(JSON.string)).text
                    #expect(try await Self.list(first) == expected)
                    #expect(try await Self.list(second) == expected)
                    let deleted = try await second.send(
                        "DELETE", "/.settings/namespaces/n0.json", headers: Self.owner)
                    #expect(deleted.status == 200)
                    #expect(try await !Self.list(first).contains(#""n0""#))
                }
            }
        }

        @Test(
            "[commits 22] a read waits for what another server has acknowledged; after a second it fails, or may be stale"
        )
        func latest() async throws {
            let log = MemoryLog.shared()
            let held = HeldLog(log)
            try await TestServer.run(Self.configure, shared: log) { (writer: TestServer) async throws in
                try await TestServer.run(Self.configure, shared: held) { (reader: TestServer) async throws in
                    #expect(try await writer.send("PUT", "/a.json", "1").status == 200)
                    #expect(try await Self.reply(reader, "GET", "/a.json").body == "1")
                    held.hold()
                    #expect(try await writer.send("PUT", "/a.json", "2").status == 200)
                    let late = try await reader.send("GET", "/a.json")
                    #expect(late.status == 503 && late.body.contains("stale=true"), "\(late.body)")
                    #expect(try await reader.send("HEAD", "/a.json").status == 503)
                    #expect(try await reader.send("GET", "/a.json?stale=true").body == "1")
                    #expect(try await reader.send("GET", "/a.json?stale=maybe").status == 400)
                    async let waiting = Self.reply(reader, "GET", "/a.json")
                    await Task.yield()
                    held.release()
                    #expect(try await waiting.body == "2")
                    #expect(try await Self.reply(reader, "GET", "/a.json").body == "2")
                }
            }
        }

        @Test("[commits 33] the clock of a server is that of its log")
        func clock() async throws {
            try await TestServer.run(Self.configure, clock: TestClock().clock, shared: MemoryLog.shared()) {
                (server: TestServer) async throws in
                let socket = try await RawSocket.open(server)
                let greeting = try #require(await socket.next()).text
                #expect(greeting.contains(#""ts":1000,"#), "\(greeting)")
            }
        }

        @Test("[commits 32] a created namespace is on the other server at once; its deletion ends sessions on both")
        func names() async throws {
            let log = MemoryLog.shared()
            let held = HeldLog(log)
            try await TestServer.run(Self.configure, shared: log) { (first: TestServer) async throws in
                try await TestServer.run(Self.configure, shared: held) { (second: TestServer) async throws in
                    let name = "/.settings/namespaces/shop.json"
                    #expect(try await Self.reply(second, "GET", "/a.json?ns=shop").status == 404)
                    held.hold()
                    #expect(try await first.send("PUT", name, headers: Self.owner).status == 200)
                    // The second server does not have the name yet, so both wait for it.
                    async let socket = RawSocket.open(second, target: "/.ws?v=5&ns=shop")
                    async let written = second.send("PUT", "/a.json?ns=shop", "1")
                    await Task.yield()
                    held.release()
                    #expect(try await written.status == 200)
                    let open = try await socket
                    #expect(try await Self.reply(first, "GET", "/a.json?ns=shop").body == "1")
                    #expect(try await first.send("DELETE", name, headers: Self.owner).status == 200)
                    #expect(await open.close()?.reason == "The namespace was deleted.")
                    #expect(try await Self.reply(second, "GET", "/a.json?ns=shop").status == 404)
                    // It is another namespace of the name, without the rules that closed the last one.
                    #expect(try await second.send("PUT", name, headers: Self.owner).status == 200)
                    #expect(try await second.send("PUT", "/b.json?ns=shop", "2").status == 200)
                    #expect(try await Self.reply(first, "GET", "/.json?ns=shop").body == #"{"b":2}"#)
                }
            }
        }
    }
#endif
