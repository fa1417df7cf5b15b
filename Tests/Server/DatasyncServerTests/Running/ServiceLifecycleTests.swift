#if Server
    import Logging
    import ServiceLifecycle
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("The server as a service of a group", .timeLimit(.minutes(10)))
    struct ServiceLifecycleTests {
        /// A server whose log lines arrive in a stream.
        private func server() throws -> (server: DatabaseServer, lines: AsyncStream<String>) {
            let (lines, continuation) = AsyncStream.makeStream(of: String.self)
            var configuration = ServerConfiguration(port: 0)
            configuration.logger = Logger { continuation.yield($0) }
            return (try DatabaseServer(configuration), lines)
        }

        private func group(_ server: DatabaseServer) -> ServiceGroup {
            ServiceGroup(services: [server], logger: Logger { _ in })
        }

        /// Returns the port of the first line.
        private func port(_ line: String?) throws -> Int {
            try #require(line.flatMap { $0.split(separator: ":").last.flatMap { Int($0) } })
        }

        @Test("a shutdown of the group stops the server, and the group ends")
        func shutdown() async throws {
            let (server, lines) = try server()
            let group = group(server)
            async let run: Void = group.run()
            var iterator = lines.makeAsyncIterator()
            let port = try port(await iterator.next())
            #expect(try await TestResponse.send("GET", "/healthz", nil, headers: [], port: port).status == 200)
            await group.triggerGracefulShutdown()
            try await run
            #expect(await iterator.next() == "stopped")
        }

        @Test("the cancellation of its task stops the server")
        func cancellation() async throws {
            let (server, lines) = try server()
            let task = Task { try await server.run() }
            var iterator = lines.makeAsyncIterator()
            _ = try port(await iterator.next())
            task.cancel()
            try await task.value
            #expect(await iterator.next() == "stopped")
        }

        @Test("a server that cannot start ends the group with its error")
        func failure() async throws {
            let (server, _) = try server()
            try await server.start()
            await #expect(throws: ServerError.self) { try await group(server).run() }
            await server.stop(within: .zero)
        }
    }
#endif
