#if Server
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Shutdown", .timeLimit(.minutes(30)))
    struct ShutdownTests {
        @Test("sessions are closed with code 1001, idle connections and streams end, and no connection is accepted")
        func drained() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.greeted(server)
                let idle = try await RawConnection.open(port: server.port)
                idle.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await idle.read(through: "ok\n") != nil)
                let stream = try await RawConnection.open(port: server.port)
                stream.send("GET /a.json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                #expect(await stream.read(through: "\n\n\r\n") != nil)
                let stopped = Task { await server.server.stop(within: .seconds(30)) }
                let close = try #require(await socket.close())
                #expect(close.code == 1001)
                #expect(close.reason.contains("shuts down"))
                socket.send(opcode: 8, [3, 233])
                #expect(await idle.readToEnd() == [])
                #expect(String(decoding: await stream.readToEnd(), as: UTF8.self) == "0\r\n\r\n")
                await stopped.value
                await #expect(throws: (any Error).self) { _ = try await RawConnection.open(port: server.port) }
                #expect(server.log.entries.last == "stopped")
            }
        }

        @Test("a client that does not answer is closed at the limit")
        func limit() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.greeted(server)
                await server.server.stop(within: .milliseconds(20))
                #expect(server.log.entries.last == "stopped")
                _ = await socket.connection.readToEnd()
            }
        }
    }
#endif
