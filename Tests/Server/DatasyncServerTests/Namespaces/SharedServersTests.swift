#if Server
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTree
    import Dispatch
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

        /// A log whose deliveries to one server stop, until the test lets them continue.
        private final class HeldLog: CommitLog {
            private struct State: Sendable {
                var isHeld = false
                var held: [@Sendable () -> Void] = []
            }

            private let log: any CommitLog
            private let state = Guarded(State())

            init(_ log: any CommitLog) { self.log = log }

            func hold() { state.withLock { $0.isHeld = true } }

            func release() {
                let held = state.withLock { state in
                    defer { state = State() }
                    return state.held
                }
                for delivery in held { delivery() }
            }

            func append(_ entries: [Entry], to namespace: Namespace, lost: @escaping @Sendable (String) -> Void) {
                log.append(entries, to: namespace, lost: lost)
            }

            func follow(
                _ namespace: Namespace, after position: Position?, _ receive: @escaping @Sendable (LogEvent) -> Void
            ) -> any LogSubscription {
                log.follow(namespace, after: position) { event in
                    let isHeld = self.state.withLock { state in
                        if state.isHeld { state.held.append { receive(event) } }
                        return state.isHeld
                    }
                    if !isHeld { receive(event) }
                }
            }

            func latestSnapshot(of namespace: Namespace) async throws -> Snapshot? {
                try await log.latestSnapshot(of: namespace)
            }

            func store(_ snapshot: Snapshot, of namespace: Namespace) async throws {
                try await log.store(snapshot, of: namespace)
            }

            func latestPosition(of namespace: Namespace) async throws -> Position? {
                try await log.latestPosition(of: namespace)
            }
        }

        private static func makeLog() -> MemoryLog {
            MemoryLog(
                retention: .untilSnapshot, executor: { work in DispatchQueue.global().async(execute: work) },
                clock: { Milliseconds(1_000) })
        }

        @Test("[commits 31] namespaces that two servers create at the same time are all there")
        func creation() async throws {
            let log = Self.makeLog()
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
            let log = Self.makeLog()
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
