#if Server
    import DatasyncWire
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// The times after which a server closes the connection of a session that has ended; a clock of the test advances them.
    @Suite("The end of a session", .timeLimit(.minutes(30)))
    struct ClosingTests {
        /// A frame that ends the session, as it is not masked.
        private static let violation = RawSocket.frame(opcode: 1, [48], isMasked: false)
        /// The time for a client to read everything, and the one to answer the close frame after that, in seconds.
        private static let (limit, grace) = (30.0, 2.0)

        private func sockets(_ server: TestServer) async throws -> Int { try await metric("sockets", server) }

        private func metric(_ name: String, _ server: TestServer) async throws -> Int {
            let lines = try await server.send("GET", "/metrics").body.split(separator: "\n")
            let line = try #require(lines.first { $0.hasPrefix("datasync_\(name) ") })
            return try #require(line.split(separator: " ").last.flatMap { Int($0) })
        }

        @Test("a client that reads nothing is disconnected 30 seconds after the time for its answer")
        func readsNothing() async throws {
            let time = TestClock()
            try await TestServer.run(clock: time.clock) { server in
                // More than the buffers of the system hold, and less than the limit of a slow client.
                let text = "\"" + String(repeating: "x", count: 9 << 20) + "\""
                #expect(try await server.send("PUT", "/a.json", text).status == 200)
                let socket = try await RawSocket.open(server, receiveBuffer: 4096)
                _ = await socket.next()
                try await socket.connection.stopReading()
                socket.send(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#)
                // The value waits to be sent.
                while try await metric("messages_sent_total", server) < text.utf8.count / Frames.limit {}
                socket.connection.send(Self.violation)
                await time.waitForCalls(1)
                time.advance(bySeconds: Self.limit + Self.grace - 1)
                #expect(try await sockets(server) == 1)
                time.advance(bySeconds: 1)
                while try await sockets(server) > 0 {}
                // Not possible if the system has reset the connection already.
                try? await socket.connection.resumeReading()
                // The connection ends in the middle of the value.
                let rest = await socket.connection.readToEnd()
                #expect(rest.count < text.utf8.count)
            }
        }

        @Test("a client that reads the close frame, and does not answer it, is disconnected 2 seconds later")
        func answersNothing() async throws {
            let time = TestClock()
            try await TestServer.run(clock: time.clock) { server in
                let socket = try await RawSocket.greeted(server)
                socket.connection.send(Self.violation)
                #expect(await socket.close()?.code == 1002)
                await time.waitForCalls(2)
                #expect(try await sockets(server) == 1)
                time.advance(bySeconds: Self.grace)
                #expect(await socket.connection.readToEnd() == [])
                #expect(try await sockets(server) == 0)
            }
        }

        @Test("a client that answers the close frame is disconnected at once")
        func answers() async throws {
            let time = TestClock()
            try await TestServer.run(clock: time.clock) { server in
                let socket = try await RawSocket.greeted(server)
                socket.connection.send(Self.violation)
                #expect(await socket.close()?.code == 1002)
                socket.send(opcode: 8, [3, 234])
                #expect(await socket.connection.readToEnd() == [])
            }
        }

        @Test("a client that is too slow to read its close frame is disconnected after 2 seconds")
        func slow() async throws {
            let time = TestClock()
            try await TestServer.run({ $0.limits.outgoingBytes = 12_000_000 }, clock: time.clock) { server in
                let text = "\"" + String(repeating: "x", count: 9 << 20) + "\""
                #expect(try await server.send("PUT", "/a.json", text).status == 200)
                let socket = try await RawSocket.open(server, receiveBuffer: 4096)
                _ = await socket.next()
                socket.connection.stopReading(above: 0)
                // The first response fills the buffers of the system, so the close frame waits behind the rest of it.
                socket.send(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a"}}}"#)
                _ = await socket.next()
                socket.send(#"{"t":"d","d":{"r":2,"a":"g","b":{"p":"/a"}}}"#)
                await time.waitForCalls(1)
                #expect(server.log.entries.contains { $0.contains("more than 12000000 bytes wait") })
                #expect(try await sockets(server) == 1)
                time.advance(bySeconds: Self.grace)
                while try await sockets(server) > 0 {}
            }
        }
    }
#endif
