#if Server
    import Logging
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("The level of the log", .timeLimit(.minutes(10)))
    struct LogLevelTests {
        private static let owner = ["Authorization: Bearer owner"]

        @Test(
            "the owner reads and changes the level while the server runs; requests are logged without their parameters")
        func requests() async throws {
            try await TestServer.run {
                $0.isEmulator = true
            } _: { server in
                _ = try await server.send("GET", "/quiet.json")
                let level = try await server.send("GET", "/.settings/logLevel.json", headers: Self.owner)
                #expect(level.status == 200 && level.body == "\"info\"")
                #expect(!server.log.entries.contains { $0.contains("quiet") })

                let put = try await server.send("PUT", "/.settings/logLevel.json", "\"debug\"", headers: Self.owner)
                #expect(put.status == 200 && server.server.logLevel == .debug)
                #expect(server.log.entries.contains { $0.contains("level of the log changed to debug from 127.0.0.1") })
                _ = try await server.send("GET", "/loud.json?auth=secret-user")
                let line = server.log.entries.last { $0.contains("/loud.json") }
                #expect(line?.hasPrefix("GET \"/loud.json\" from 127.0.0.1:") == true)
                #expect(line?.hasSuffix(": 200") == true)
                #expect(!server.log.entries.contains { $0.contains("secret-user") })

                server.server.logLevel = .error
                let count = server.log.entries.count
                _ = try await server.send("GET", "/.settings/rules.json?auth=ann")
                #expect(server.log.entries.count == count)
            }
        }

        @Test("a level that does not exist, another method and a client without rights are refused with the reason")
        func refusals() async throws {
            try await TestServer.run {
                $0.isEmulator = true
            } _: { server in
                let target = "/.settings/logLevel.json"
                let unknown = try await server.send("PUT", target, "\"loud\"", headers: Self.owner)
                #expect(unknown.status == 400 && unknown.body.contains(#"should be one of \"trace\", \"debug\""#))
                #expect(try await server.send("PUT", target, "1", headers: Self.owner).status == 400)
                #expect(try await server.send("DELETE", target, headers: Self.owner).status == 405)
                #expect(try await server.send("GET", target).status == 401)
                #expect(try await server.send("PUT", target, "\"debug\"").status == 401)
                #expect(server.server.logLevel == .info)
            }
        }

        @Test("sessions are logged at the level debug, which the configuration can choose")
        func sessions() async throws {
            try await TestServer.run {
                $0.logger.logLevel = .debug
            } _: { server in
                _ = try await RawSocket.greeted(server)
                #expect(server.log.entries.contains { $0.hasPrefix("session of ") && $0.hasSuffix(" opened") })
            }
        }

        @Test("a configuration without a logger logs nothing")
        func silent() throws {
            let log = ServerLog(ServerConfiguration(port: 0).logger)
            log(.critical, "Nothing receives this.")
            #expect(log.level == .critical)
        }
    }
#endif
