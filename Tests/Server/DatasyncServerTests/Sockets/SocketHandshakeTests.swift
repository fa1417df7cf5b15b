#if Server
    import Testing

    @testable import DatasyncServer

    @Suite("The handshake of a WebSocket", .timeLimit(.minutes(30)))
    struct SocketHandshakeTests {
        private static let headers = [
            "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
        ]

        /// Sends a handshake, and returns the head of the response.
        private func response(
            to server: TestServer, line: String = "GET /.ws?v=5 HTTP/1.1", without name: String? = nil,
            _ more: [String] = []
        ) async throws -> String {
            let connection = try await RawConnection.open(port: server.port)
            defer { connection.close() }
            let headers = Self.headers.filter { name == nil || !$0.hasPrefix(name ?? "") } + more
            connection.send(([line] + headers).joined(separator: "\r\n") + "\r\n\r\n")
            return await connection.read(through: "\r\n\r\n") ?? ""
        }

        @Test(
            "a handshake with a fault is refused with 400, or with 426 and the version that is served",
            arguments: [
                ("POST /.ws?v=5 HTTP/1.1", nil, [], 400), ("PUT /.ws?v=5 HTTP/1.1", nil, [], 400),
                ("GET /.ws?v=5 HTTP/1.0", nil, [], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Host", [], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Upgrade", [], 426),
                ("GET /.ws?v=5 HTTP/1.1", "Upgrade", ["Upgrade: h2c"], 426),
                ("GET /.ws?v=5 HTTP/1.1", "Connection", [], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Connection", ["Connection: keep-alive"], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Sec-WebSocket-Key", [], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: dGhl"], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Sec-WebSocket-Key", ["Sec-WebSocket-Key: no base64 at all"], 400),
                ("GET /.ws?v=5 HTTP/1.1", nil, ["Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="], 400),
                ("GET /.ws?v=5 HTTP/1.1", "Sec-WebSocket-Version", [], 426),
                ("GET /.ws?v=5 HTTP/1.1", "Sec-WebSocket-Version", ["Sec-WebSocket-Version: 8"], 426),
            ] as [(String, String?, [String], Int)])
        func faults(line: String, without name: String?, more: [String], status: Int) async throws {
            try await TestServer.run { server in
                let head = try await response(to: server, line: line, without: name, more).lowercased()
                #expect(head.hasPrefix("http/1.1 \(status)"), "\(head)")
                #expect(head.contains("sec-websocket-version: 13") == (status == 426))
                #expect(head.contains("\r\nupgrade: websocket") == (status == 426))
            }
        }

        @Test("tokens may be in lists and in any case")
        func lists() async throws {
            try await TestServer.run { server in
                let plain = try await response(
                    to: server, without: "Connection", ["Connection: keep-alive, uPgRaDe"])
                #expect(plain.hasPrefix("HTTP/1.1 101"))
                let cased = try await response(to: server, without: "Upgrade", ["Upgrade: WebSocket"])
                #expect(cased.hasPrefix("HTTP/1.1 101"))
            }
        }

        @Test("the subprotocol of the protocol is repeated, and no other one")
        func subprotocol() async throws {
            try await TestServer.run { server in
                let offered = try await response(
                    to: server, ["Sec-WebSocket-Protocol: chat, webcom-protocol"]
                ).lowercased()
                #expect(
                    offered.hasPrefix("http/1.1 101") && offered.contains("sec-websocket-protocol: webcom-protocol\r\n")
                )
                let other = try await response(to: server, ["Sec-WebSocket-Protocol: chat"]).lowercased()
                #expect(other.hasPrefix("http/1.1 101") && !other.contains("sec-websocket-protocol"))
                #expect(!(try await response(to: server).lowercased().contains("sec-websocket-protocol")))
            }
        }

        @Test("a handshake after another request of its connection is refused with the remedy")
        func late() async throws {
            try await TestServer.run { server in
                let connection = try await RawConnection.open(port: server.port)
                defer { connection.close() }
                connection.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                _ = await connection.read(through: "ok\n")
                connection.send(
                    (["GET /.ws?v=5 HTTP/1.1"] + Self.headers).joined(separator: "\r\n") + "\r\n\r\n")
                let text = await connection.read(through: "}") ?? ""
                #expect(text.hasPrefix("HTTP/1.1 400") && text.contains("open another one"), "\(text)")
            }
        }
    }
#endif
