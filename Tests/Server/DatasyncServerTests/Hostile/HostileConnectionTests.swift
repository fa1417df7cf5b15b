#if Server
    import DatasyncWebSocket
    import Foundation
    import NIOCore
    import NIOWebSocket
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Connections that hold resources of a server: slow, silent, half-open, and those that read nothing.
    @Suite("Hostile connections", .serialized, .timeLimit(.minutes(30)))
    struct HostileConnectionTests {
        private static let silent = LongForm.count(200, long: 10_000)
        private static let mebibyte = 1 << 20

        // MARK: Slow and silent clients

        @Test(
            "a request that arrives byte by byte ends with its time",
            arguments: [
                "GET /a.json HTTP/1.1\r\nX: ",
                "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n",
                "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nFFFFFF\r\n",
            ])
        func slowRequest(start: String) async throws {
            try await TestServer.run({ $0.limits.requestTime = .milliseconds(300) }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.drip(
                    Array(start.utf8) + [UInt8](repeating: 0x61, count: 60_000), every: .milliseconds(5))
                #expect(await connection.readToEnd() == [])
                #expect(server.log.entries.allSatisfy { !$0.contains("error") })
            }
        }

        @Test("a client that says nothing after a response, or before TLS, is disconnected")
        func silentClients() async throws {
            try await TestServer.run({ $0.limits.requestTime = .milliseconds(300) }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(text.isEmpty || text.hasSuffix("ok\n"))
            }
            try await TestServer.run({
                $0.limits.requestTime = .milliseconds(300)
                $0.tls = TestCertificate.identity
            }) { server in
                let connection = try await RawConnection.open(port: server.port)
                // The first bytes of a TLS record that never ends.
                connection.send([0x16, 3, 1, 2, 0, 1])
                _ = await connection.readToEnd()
            }
        }

        @Test("connections that never send are closed after their time, and the server answers others meanwhile")
        func neverSend() async throws {
            let limits: [String: Double] = [
                "requestTime": Double(LongForm.count(2, long: 120)), "connections": 20_000,
                "connectionsOfAddress": 20_000,
            ]
            try await ServerChild.run(limits: limits) { server in
                let started = ContinuousClock.now
                let before = server.memory
                var connections: [RawConnection] = []
                for _ in 0..<Self.silent { connections.append(try await RawConnection.open(port: server.port)) }
                let opened = ContinuousClock.now - started
                // Another connection is answered, unless it is too slow for its own time.
                while (try? await server.send("PUT", "/a.json", "1"))?.status != 200 {}
                let growth = server.memory - before
                for connection in connections { #expect(await connection.readToEnd() == []) }
                try await server.waitUntilIdle()
                #expect(growth < Self.silent * 64_000 + 16 * Self.mebibyte)
                print(
                    "\(Self.silent) connections that never send: opened in \(opened), "
                        + "\(growth / Self.silent) bytes each, all closed after \(ContinuousClock.now - started)")
            }
        }

        @Test(
            "a client that ends its sending side in the middle is disconnected",
            arguments: [
                "GET /a.js", "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n1234",
                "PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n12",
                "GET /a.json HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n",
            ])
        func halfOpen(start: String) async throws {
            try await ServerChild.run { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send(start)
                connection.endOutput()
                _ = await connection.readToEnd()
                let socket = try await RawSocket.greeted(port: server.port)
                socket.connection.send(Array(RawSocket.frame(opcode: 1, Array("123456".utf8)).dropLast(3)))
                socket.connection.endOutput()
                _ = await socket.connection.readToEnd()
                try await server.waitUntilIdle()
            }
        }

        // MARK: Clients that read nothing

        /// Stores a text of 8 MiB.
        private func storeLargeText(_ server: ServerChild) async throws {
            let text = "\"" + String(repeating: "x", count: 8 << 20) + "\""
            // Again, if the machine is too slow for the time for a request.
            while (try? await server.send("PUT", "/large.json", text))?.status != 200 {}
            // A first response of this size, so that later ones can be compared with the memory for it.
            while (try? await server.send("GET", "/large.json"))?.body.utf8.count != text.utf8.count {}
        }

        @Test("requests whose responses are not read cost the memory of one response, and end with their time")
        func unreadResponses() async throws {
            try await ServerChild.run(limits: ["requestTime": 3]) { server in
                try await storeLargeText(server)
                let before = server.memory
                let connection = try await RawConnection.open(port: server.port, receiveBuffer: 4096)
                try await connection.stopReading()
                connection.send(String(repeating: "GET /large.json HTTP/1.1\r\nHost: localhost\r\n\r\n", count: 200))
                let closing = try await RawConnection.open(port: server.port, receiveBuffer: 4096)
                try await closing.stopReading()
                closing.send("GET /large.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                var highest = 0
                while try await server.metric("connections") > 1 { highest = max(highest, server.memory - before) }
                #expect(highest < 200 * Self.mebibyte, "\(highest >> 20) MiB")
                print("200 unread responses of 8 MiB: \(highest >> 20) MiB more at most")
            }
        }

        @Test("a response is complete for a client that reads slowly, but reads")
        func slowReader() async throws {
            try await ServerChild.run(limits: ["requestTime": 30]) { server in
                try await storeLargeText(server)
                let connection = try await RawConnection.open(port: server.port, receiveBuffer: 4096)
                connection.send("GET /large.json HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                let response = try TestResponse(await connection.readToEnd())
                #expect(response.body.utf8.count == (8 << 20) + 2)
            }
        }

        @Test("pipelined requests get their responses in order, large and small ones")
        func pipelined() async throws {
            try await ServerChild.run { server in
                try await storeLargeText(server)
                let connection = try await RawConnection.open(port: server.port)
                for number in 0..<50 {
                    connection.send(
                        "PUT /n.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: \("\(number)".count)\r\n\r\n\(number)"
                    )
                    if number % 40 == 0 { connection.send("GET /large.json HTTP/1.1\r\nHost: localhost\r\n\r\n") }
                    connection.send(
                        "GET /n.json?print=silent HTTP/1.1\r\nHost: localhost\r\n\r\nGET /n.json HTTP/1.1\r\nHost: localhost\r\n\r\n"
                    )
                }
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                let bodies = text.components(separatedBy: "HTTP/1.1 ").dropFirst().map { response in
                    String(response.components(separatedBy: "\r\n\r\n").last ?? "")
                }
                let expected = (0..<50).flatMap { number -> [String] in
                    let large = number % 40 == 0 ? ["\"" + String(repeating: "x", count: 8 << 20) + "\""] : []
                    return ["\(number)"] + large + ["", "\(number)"]
                }
                #expect(bodies == expected + ["ok\n"])
            }
        }

        @Test("pings and requests whose answers are not read end the session at the limit of its queue")
        func unreadAnswers() async throws {
            for isPing in [true, false] {
                try await ServerChild.run(limits: ["outgoingBytes": 1_000_000]) { server in
                    try await server.send("PUT", "/a.json", "\"" + String(repeating: "x", count: 10_000) + "\"")
                    let socket = try await RawSocket.open(port: server.port, receiveBuffer: 4096)
                    _ = await socket.next()
                    try await socket.connection.stopReading()
                    let before = server.memory
                    let frame =
                        isPing
                        ? RawSocket.frame(opcode: 9, [UInt8](repeating: 1, count: 125))
                        : RawSocket.frame(opcode: 1, Array(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/a"}}}"#.utf8))
                    let frames = [UInt8]([[UInt8]](repeating: frame, count: isPing ? 5_000 : 100).joined())
                    while try await server.metric("slow_clients_total") == 0 { socket.connection.send(frames) }
                    try await server.waitUntilIdle()
                    #expect(server.memory - before < 64 * Self.mebibyte)
                    socket.connection.close()
                }
            }
        }

        // MARK: Large and compressed content

        @Test(
            "a body of 100 MB against a limit of 10 MB gets 413, and is not held",
            arguments: ["Content-Length: 104857600", "Transfer-Encoding: chunked"])
        func largeBody(header: String) async throws {
            try await ServerChild.run(limits: ["requestBytes": Double(10 << 20)]) { server in
                let before = server.memory
                let connection = try await RawConnection.open(port: server.port)
                connection.send("PUT /a.json HTTP/1.1\r\nHost: localhost\r\n\(header)\r\n\r\n")
                let isChunked = header.hasPrefix("Transfer")
                var highest = 0
                for _ in 0..<100 {
                    let part = [UInt8](repeating: 0x20, count: Self.mebibyte)
                    connection.send(isChunked ? Array("100000\r\n".utf8) + part + [13, 10] : part)
                    highest = max(highest, server.memory - before)
                }
                if isChunked { connection.send("0\r\n\r\n") }
                let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                highest = max(highest, server.memory - before)
                #expect(text.hasPrefix("HTTP/1.1 413 "), "\(text)")
                #expect(highest < 80 * Self.mebibyte, "\(highest >> 20) MiB")
                try await server.waitUntilIdle()
                print("100 MB as \(header) against 10 MB: \(highest >> 20) MiB more at most")
            }
        }

        @Test("a session that asks for compression gets none, and a compressed frame ends it")
        func compressedFrames() async throws {
            try await TestServer.run { server in
                let socket = try await RawSocket.open(
                    server, headers: ["Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits"])
                let hello = try #require(await socket.next())
                #expect(hello.text.hasPrefix("{"))
                socket.send(opcode: 1, [0xAA, 0x56, 0x4A, 0x2D], reserved: 4)
                #expect(await socket.close()?.code == 1002)
            }
        }

        @Test("a message in a hundred thousand fragments is joined without a copy for each")
        func fragments() throws {
            // Copies would take hours; the time limit of the suite ends them.
            let (first, count) = (24 << 20, 100_000)
            var assembler = MessageAssembler(.client, limit: first + count)
            let start = ByteBuffer(repeating: 0x61, count: first)
            _ = try assembler.accept(WebSocketFrame(fin: false, opcode: .text, data: start))
            let byte = ByteBuffer(bytes: [0x62])
            for _ in 1..<count {
                _ = try assembler.accept(WebSocketFrame(fin: false, opcode: .continuation, data: byte))
            }
            let event = try assembler.accept(WebSocketFrame(fin: true, opcode: .continuation, data: byte))
            guard case .text(let text)? = event else {
                Issue.record("The message is not complete.")
                return
            }
            let size = try text.decoded().utf8.count
            #expect(size == first + count)
        }
    }
#endif
