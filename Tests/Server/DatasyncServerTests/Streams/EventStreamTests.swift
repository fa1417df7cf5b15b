#if Server
    import Testing

    @testable import DatasyncServer

    @Suite("Event streams", .timeLimit(.minutes(30)))
    struct EventStreamTests {
        static func open(
            _ server: TestServer, _ target: String, secret: String = ""
        ) async throws -> RawConnection {
            let connection = try await RawConnection.open(port: server.port)
            let credential = secret.isEmpty ? "" : "Authorization: Bearer \(secret)\r\n"
            connection.send(
                "GET \(target) HTTP/1.1\r\nHost: localhost\r\n\(credential)Accept: text/event-stream\r\n\r\n")
            let head = await connection.read(through: "\r\n\r\n")
            #expect(head?.contains("Content-Type: text/event-stream") == true, "\(head ?? "")")
            return connection
        }

        /// Returns the next event, without the frame of its chunk.
        static func next(_ connection: RawConnection) async -> String? {
            guard await connection.read(through: "\r\n") != nil else { return nil }
            return await connection.read(through: "\n\n\r\n")?.replacing("\n\n\r\n", with: "")
        }

        @Test("the first event is the value, and each change follows with its path")
        func changes() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/a/b.json", "1")
                let stream = try await Self.open(server, "/a.json")
                #expect(await Self.next(stream) == "event: put\ndata: {\"path\":\"/\",\"data\":{\"b\":1}}")
                try await server.send("PUT", "/a/c/d.json", "2")
                #expect(await Self.next(stream) == "event: put\ndata: {\"path\":\"/c/d\",\"data\":2}")
                try await server.send("PATCH", "/a.json", #"{"b":null,"e":3}"#)
                #expect(await Self.next(stream) == "event: patch\ndata: {\"path\":\"/\",\"data\":{\"b\":null,\"e\":3}}")
                try await server.send("DELETE", "/.json")
                #expect(await Self.next(stream) == "event: put\ndata: {\"path\":\"/\",\"data\":null}")
                stream.close()
            }
        }

        @Test("the stream of a priority needs the right to read its node, not that of a child")
        func priority() async throws {
            try await TestServer.run({ configuration in
                configuration.rules =
                    #"{"rules":{".write":true,"closed":{"$child":{".read":true}},"open":{".read":true}}}"#
            }) { server in
                for name in ["closed", "open"] { try await server.send("PUT", "/\(name)/.priority.json", "5") }
                for form in ["", "?format=export", "?preview=true"] {
                    let connection = try await RawConnection.open(port: server.port)
                    connection.send(
                        "GET /closed/.priority.json\(form) HTTP/1.1\r\nHost: localhost\r\n"
                            + "Accept: text/event-stream\r\n\r\n")
                    let head = await connection.read(through: "\r\n\r\n")
                    #expect(head?.hasPrefix("HTTP/1.1 401 ") == true, "\(form): \(head ?? "")")
                    connection.close()
                }
                let stream = try await Self.open(server, "/open/.priority.json?format=export")
                stream.close()
            }
        }

        @Test("the stream of a null node begins with null")
        func empty() async throws {
            try await TestServer.run { server in
                let stream = try await Self.open(server, "/nothing.json")
                #expect(await Self.next(stream) == "event: put\ndata: {\"path\":\"/\",\"data\":null}")
            }
        }

        @Test("the stream of a query has the children of its window")
        func query() async throws {
            try await TestServer.run { server in
                try await server.send("PUT", "/list.json", #"{"a":1,"b":2,"c":3}"#)
                let stream = try await Self.open(server, "/list.json?orderBy=%22$key%22&limitToLast=1")
                #expect(await Self.next(stream) == "event: put\ndata: {\"path\":\"/\",\"data\":{\"c\":3}}")
                try await server.send("PUT", "/list/d.json", "4")
                #expect(
                    await Self.next(stream) == "event: patch\ndata: {\"path\":\"/\",\"data\":{\"c\":null,\"d\":4}}")
            }
        }

        @Test("a stream that the rules no longer allow is cancelled and ends")
        func cancelled() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                let stream = try await Self.open(server, "/a.json")
                _ = await Self.next(stream)
                try await server.send(
                    "PUT", "/.settings/rules.json", #"{"rules":{".read":false}}"#,
                    headers: ["Authorization: Bearer owner"])
                #expect(await Self.next(stream)?.hasPrefix("event: cancel\ndata: ") == true)
                #expect(String(decoding: await stream.readToEnd(), as: UTF8.self) == "0\r\n\r\n")
            }
        }

        @Test("a silent stream has keep-alive events")
        func keepAlive() async throws {
            try await TestServer.run({ $0.limits.streamKeepAlive = .milliseconds(20) }) { server in
                let stream = try await Self.open(server, "/a.json")
                _ = await Self.next(stream)
                #expect(await Self.next(stream) == "event: keep-alive\ndata: null")
                #expect(await Self.next(stream) == "event: keep-alive\ndata: null")
            }
        }

        @Test("the session of a stream ends with its connection")
        func ended() async throws {
            try await TestServer.run { server in
                let stream = try await Self.open(server, "/a.json")
                _ = await Self.next(stream)
                #expect(try await server.send("GET", "/metrics").body.contains("datasync_streams 1\n"))
                stream.close()
                // The server notices the end of the connection at an unknown time.
                while try await !server.send("GET", "/metrics").body.contains("datasync_streams 0\n") {}
            }
        }
    }
#endif
