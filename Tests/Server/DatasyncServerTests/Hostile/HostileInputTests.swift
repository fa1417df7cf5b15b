#if Server
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Hostile input", .timeLimit(.minutes(30)))
    struct HostileInputTests {
        private static let request = Array(
            """
            PUT /contacts/ada.json?print=pretty&ns=default HTTP/1.1\r
            Host: localhost\r
            Content-Length: 14\r
            If-Match: null_etag\r
            \r
            {"name":"Ada"}
            """.utf8)

        private static let frames =
            RawSocket.frame(opcode: 1, Array(#"{"t":"d","d":{"r":1,"a":"q","b":{"p":"/a","h":""}}}"#.utf8))
            + RawSocket.frame(opcode: 1, Array(#"{"t":"d","d":{"r":2,"a":"p","b":{"p":"/a","d":{"b":1}}}}"#.utf8))
            + RawSocket.frame(opcode: 9, [1, 2]) + RawSocket.frame(opcode: 1, Array("2".utf8))

        @Test("damaged requests and frames end their own connection at most")
        func damaged() async throws {
            try await TestServer.run { server in
                var random = SeededGenerator(salt: 77)
                for round in 0..<150 {
                    let isSocket = round % 2 == 0
                    let bytes = random.damaged(isSocket ? Self.frames : Self.request)
                    let connection =
                        isSocket
                        ? try await RawSocket.greeted(server).connection
                        : try await RawConnection.open(port: server.port)
                    connection.send(bytes)
                    // The server ends the connection after it has read these bytes.
                    connection.endOutput()
                    _ = await connection.readToEnd()
                }
                let last = try await server.send("PUT", "/after.json", "1")
                #expect(last.status == 200, "\(Seed.note)")
                let socket = try await RawSocket.greeted(server)
                socket.send(#"{"t":"d","d":{"r":1,"a":"g","b":{"p":"/after"}}}"#)
                #expect(await socket.next()?.text == #"{"t":"d","d":{"r":1,"b":{"s":"ok","d":1}}}"#, "\(Seed.note)")
            }
        }

        @Test("a request line or a header without end is refused")
        func endless() async throws {
            try await TestServer.run { server in
                for start in ["GET /", "GET / HTTP/1.1\r\nX: "] {
                    let connection = try await RawConnection.open(port: server.port)
                    connection.send(start + String(repeating: "a", count: 1 << 20))
                    let text = String(decoding: await connection.readToEnd(), as: UTF8.self)
                    #expect(text.isEmpty || text.hasPrefix("HTTP/1.1 4"))
                }
                #expect(try await server.send("GET", "/healthz").status == 200)
            }
        }
    }
#endif
