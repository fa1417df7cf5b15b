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
            try await server.send("GET", "/.settings/namespaces.json", headers: owner).body
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
                    // The first use reads the log, which can take a machine under load more than the second of a read.
                    while try await reader.send("GET", "/a.json").status == 503 {}
                    #expect(try await reader.send("GET", "/a.json").body == "1")
                    held.hold()
                    #expect(try await writer.send("PUT", "/a.json", "2").status == 200)
                    let late = try await reader.send("GET", "/a.json")
                    #expect(late.status == 503 && late.body.contains("stale=true"), "\(late.body)")
                    #expect(try await reader.send("HEAD", "/a.json").status == 503)
                    #expect(try await reader.send("GET", "/a.json?stale=true").body == "1")
                    #expect(try await reader.send("GET", "/a.json?stale=maybe").status == 400)
                    async let waiting = reader.send("GET", "/a.json")
                    await Task.yield()
                    held.release()
                    #expect(try await waiting.body == "2")
                    #expect(try await reader.send("GET", "/a.json").body == "2")
                }
            }
        }
    }
#endif
