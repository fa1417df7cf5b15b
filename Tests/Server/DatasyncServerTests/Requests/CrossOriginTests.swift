#if Server
    import NIOHTTP1
    import Testing

    @testable import DatasyncServer

    @Suite("Web pages of other sites", .timeLimit(.minutes(30)))
    struct CrossOriginTests {
        private static let foreign = ["Origin: https://evil.example"]

        @Test("a foreign page can write by no method, and the refusal names the remedy")
        func writes() async throws {
            try await TestServer.run({ $0.adminSecret = "0123456789abcdef" }) { server in
                #expect(try await server.send("PUT", "/a.json", "1").status == 200)
                let rows: [(String, String, String?)] = [
                    ("POST", "/a.json", "2"), ("POST", "/a.json?x-http-method-override=PUT", "2"),
                    ("POST", "/a.json?x-http-method-override=DELETE", ""), ("PUT", "/a.json", "2"),
                    ("PATCH", "/a.json", #"{"b":2}"#), ("DELETE", "/a.json", nil), ("GET", "/a.json", nil),
                    ("OPTIONS", "/a.json", nil), ("GET", "/.settings/rules.json?auth=0123456789abcdef", nil),
                    ("PUT", "/.settings/namespaces/n.json?auth=0123456789abcdef", nil), ("GET", "/metrics", nil),
                    ("PUT", "/.settings/logLevel.json?auth=0123456789abcdef", #""debug""#),
                ]
                for (method, target, body) in rows {
                    let reply = try await server.send(method, target, body, headers: Self.foreign)
                    #expect(reply.status == 403, "\(method) \(target): \(reply.status)")
                    #expect(reply.body.contains("--allow-origin") && reply.body.contains(#"{"error":"#))
                    #expect(reply.headers["access-control-allow-origin"] == nil)
                }
                let stream = try await server.send(
                    "GET", "/a.json", headers: Self.foreign + ["Accept: text/event-stream"])
                #expect(stream.status == 403)
                #expect(try await server.send("GET", "/a.json").body == "1")
                #expect(try await server.send("GET", "/healthz", headers: Self.foreign).status == 200)
            }
        }

        @Test(
            "pages of the server and of its machine may send requests by default, and all those of an emulator",
            arguments: [
                ("http://localhost:3000", 200), ("https://localhost", 200), ("http://app.localhost:1", 200),
                ("http://127.9.9.9", 200), ("http://[::1]:8080", 200), ("HTTP://LOCALHOST", 200), ("null", 403),
                ("http://127.0.0.1.evil.example", 403), ("http://localhost.evil.example", 403),
                ("http://evil.example", 403), ("file://localhost", 403), ("https://192.168.1.2", 403), ("", 403),
            ])
        func defaults(origin: String, status: Int) async throws {
            try await TestServer.run { server in
                let reply = try await server.send("POST", "/l.json", "1", headers: ["Origin: \(origin)"])
                #expect(reply.status == status)
                #expect(reply.headers["access-control-allow-origin"] == (status == 200 ? origin : nil))
            }
            try await TestServer.run({ $0.isEmulator = true }) { server in
                let reply = try await server.send("POST", "/l.json", "1", headers: ["Origin: \(origin)"])
                #expect(reply.status == 200)
            }
        }

        @Test("one foreign origin of several is enough for a refusal, and a socket is refused as a request is")
        func several() async throws {
            try await TestServer.run { server in
                let reply = try await server.send(
                    "POST", "/l.json", "1", headers: ["Origin: http://localhost"] + Self.foreign)
                #expect(reply.status == 403)
                let error = await #expect(throws: RawSocket.Refused.self) {
                    _ = try await RawSocket.open(server, headers: Self.foreign)
                }
                #expect(error?.response.hasPrefix("HTTP/1.1 403") == true)
                _ = try await RawSocket.open(server, headers: ["Origin: http://localhost:3000"])
            }
        }

        private func check(
            _ origin: String?, host: String, _ change: (inout ServerConfiguration) -> Void = { _ in }
        ) -> UInt? {
            var configuration = ServerConfiguration(host: "0.0.0.0", port: 0)
            change(&configuration)
            var head = HTTPRequestHead(version: .http1_1, method: .POST, uri: "/a.json")
            head.headers.add(name: "Host", value: host)
            if let origin { head.headers.add(name: "Origin", value: origin) }
            do throws(RequestFailure) {
                try CrossOrigin(configuration).check(head)
                return nil
            } catch {
                return error.status.code
            }
        }

        @Test("the own origin has the scheme of the server, and the public address or the name that the client uses")
        func own() {
            #expect(check("http://db.example", host: "db.example") == nil)
            #expect(check("http://DB.example:80", host: "db.example") == nil)
            #expect(check("http://db.example:9000", host: "db.example:9000") == nil)
            #expect(check("http://db.example:9001", host: "db.example:9000") == 403)
            #expect(check("https://db.example", host: "db.example") == 403)
            let secure: (inout ServerConfiguration) -> Void = { $0.tls = TestCertificate.identity }
            #expect(check("https://db.example", host: "db.example", secure) == nil)
            #expect(check("http://db.example", host: "db.example", secure) == 403)
            let named: (inout ServerConfiguration) -> Void = { $0.publicAddress = "db.example:9000" }
            #expect(check("http://db.example:9000", host: "10.0.0.1", named) == nil)
            #expect(check("http://other.example", host: "other.example", named) == 403)
        }

        @Test("listed origins replace the default")
        func listed() {
            let listed: (inout ServerConfiguration) -> Void = { $0.allowedOrigins = ["https://Good.example"] }
            #expect(check("https://good.example:443", host: "db.example", listed) == nil)
            #expect(check("http://localhost", host: "db.example", listed) == 403)
            #expect(check("http://db.example", host: "db.example", listed) == 403)
            #expect(check("null", host: "db.example") { $0.allowedOrigins = ["*"] } == nil)
        }

        @Test("a server on this machine is reached under names of this machine only, which prevents DNS rebinding")
        func rebinding() async throws {
            let local: (inout ServerConfiguration) -> Void = { $0.host = "127.0.0.1" }
            for host in ["localhost:9000", "a.localhost", "127.0.0.1:9000", "127.1.2.3", "[::1]:9000"] {
                #expect(check(nil, host: host, local) == nil, "\(host)")
            }
            for host in ["evil.example:9000", "127.0.0.1.evil.example", "192.168.1.2", "[::2]"] {
                #expect(check(nil, host: host, local) == 421, "\(host)")
                #expect(check(nil, host: host) == nil, "\(host)")
            }
            #expect(check(nil, host: "db.example") { ($0.host, $0.publicAddress) = ("::1", "db.example:443") } == nil)
            #expect(check(nil, host: "db.example") { ($0.host, $0.publicAddress) = ("::1", "b.example:443") } == 421)
            #expect(check(nil, host: "a.b") { ($0.host, $0.allowedOrigins) = ("localhost", ["http://a.b"]) } == nil)
            #expect(check(nil, host: "a.b") { ($0.host, $0.allowedOrigins) = ("localhost", ["*"]) } == nil)
            try await TestServer.run { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send("GET /a.json HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
                let reply = try TestResponse(await connection.readToEnd())
                #expect(reply.status == 421 && reply.body.contains("--public-address"), "\(reply.body)")
                let socket = try await RawConnection.open(port: server.port)
                socket.send(
                    "GET /.ws?v=5 HTTP/1.1\r\nHost: evil.example\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\n"
                        + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n")
                #expect(await socket.read(through: "\r\n")?.hasPrefix("HTTP/1.1 421") == true)
                socket.close()
            }
        }

        @Test("each request of a connection is checked, also behind one whose host was allowed")
        func connection() async throws {
            try await TestServer.run { server in
                let connection = try await RawConnection.open(port: server.port)
                let rows: [(lines: String, status: Int)] = [
                    ("Host: localhost", 200), ("Host: localhost", 200), ("Host: evil.example", 421),
                    ("Host: localhost\r\nOrigin: https://evil.example", 403), ("Host: localhost", 200),
                    ("Host: localhost\r\nHost: localhost", 400), ("X: y", 400), ("Host: localhost", 200),
                ]
                for (lines, status) in rows {
                    connection.send("GET /a.json?print=silent HTTP/1.1\r\n\(lines)\r\n\r\n")
                    let line = await connection.read(through: "\r\n\r\n")
                    let expected = "HTTP/1.1 \(status == 200 ? 204 : status) "
                    #expect(line?.contains(expected) == true, "\(lines): \(line ?? "end")")
                }
                connection.send("GET http://evil.example/a.json HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await connection.read(through: "\r\n\r\n")?.contains("HTTP/1.1 421") == true)
                connection.close()
            }
        }

        @Test(
            "a text that is not an origin is refused",
            arguments: [
                "null", "", "localhost", "://a", "http://", "http://a/b", "http://a b", "http://[::1", "http://a:b",
                "http://a:70000", "http://user@a", "http://[a]", "http://a:1:2", "http://[127.0.0.1]",
            ])
        func malformed(text: String) {
            #expect(WebOrigin(text) == nil)
        }
    }
#endif
