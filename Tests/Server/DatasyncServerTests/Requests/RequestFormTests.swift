#if Server
    import Testing

    @testable import DatasyncServer

    @Suite("Forms of HTTP requests", .timeLimit(.minutes(30)))
    struct RequestFormTests {
        /// Sends lines as they are, and returns the response.
        private func response(to server: TestServer, _ lines: String...) async throws -> TestResponse {
            let connection = try await RawConnection.open(port: server.port)
            defer { connection.close() }
            connection.send(lines.joined(separator: "\r\n") + "\r\n\r\n")
            return try TestResponse(await connection.readToEnd())
        }

        @Test("HEAD has the headers of GET without the content")
        func head() async throws {
            try await TestServer.run { server in
                #expect(try await server.send("PUT", "/n.json", #"{"a":"text"}"#).status == 200)
                for target in [
                    "/n.json", "/n.json?print=pretty", "/none.json", "/healthz", "/n", "/n.json?shallow=true",
                ] {
                    let get = try await server.send("GET", target)
                    let head = try await server.send("HEAD", target)
                    #expect(head.status == get.status && head.body.isEmpty, "\(target): \(head.status)")
                    #expect(head.headers["content-length"] == "\(get.body.utf8.count)", "\(target)")
                    #expect(head.headers["content-type"] == get.headers["content-type"])
                }
                let stream = try await server.send("HEAD", "/n.json", headers: ["Accept: text/event-stream"])
                #expect(stream.status == 200 && stream.headers["content-length"] != nil)
            }
        }

        @Test("a response with status 405 names the methods of the resource")
        func allow() async throws {
            try await TestServer.run({ $0.adminSecret = "0123456789abcdef" }) { server in
                let rows = [
                    ("TRACE", "/a.json", "GET, HEAD, PUT, POST, PATCH, DELETE, OPTIONS"),
                    ("DELETE", "/.settings/rules.json", "GET, HEAD, PUT, OPTIONS"),
                    ("DELETE", "/.settings/logLevel.json", "GET, HEAD, PUT, OPTIONS"),
                    ("DELETE", "/.settings/namespaces.json", "GET, HEAD, OPTIONS"),
                    ("GET", "/.settings/namespaces/n.json", "PUT, DELETE, OPTIONS"),
                ]
                for (method, target, methods) in rows {
                    let reply = try await server.send(method, target + "?auth=0123456789abcdef")
                    #expect(reply.status == 405 && reply.headers["allow"] == methods, "\(method) \(target)")
                }
            }
        }

        @Test("a target may be a whole address, whose name is that of the request")
        func absolute() async throws {
            try await TestServer.run { server in
                #expect(try await server.send("PUT", "/n.json", "1").status == 200)
                let port = server.port
                for target in ["http://localhost:\(port)/n.json", "HTTP://127.0.0.1/n.json?print=pretty"] {
                    let reply = try await response(
                        to: server, "GET \(target) HTTP/1.1", "Host: localhost", "Connection: close")
                    #expect(reply.status == 200 && reply.body.hasPrefix("1"), "\(target): \(reply.body)")
                }
                let foreign = try await response(
                    to: server, "GET http://evil.example/n.json HTTP/1.1", "Host: localhost", "Connection: close")
                #expect(foreign.status == 421)
                let page = try await response(
                    to: server, "GET http://localhost HTTP/1.1", "Host: localhost", "Connection: close")
                #expect(page.status == 404)
                let nameless = try await response(
                    to: server, "GET http:///n.json HTTP/1.1", "Host: localhost", "Connection: close")
                #expect(nameless.status == 400)
            }
        }

        @Test("a request of HTTP/1.1 has one header Host, with a name")
        func host() async throws {
            try await TestServer.run { server in
                for hosts in [[], ["Host: localhost", "Host: localhost"], ["Host: a b"], ["Host: a/b"], ["Host: a@b"]] {
                    let lines = ["GET /n.json HTTP/1.1"] + hosts + ["Connection: close"]
                    let reply = try await response(to: server, lines.joined(separator: "\r\n"))
                    #expect(reply.status == 400, "\(hosts)")
                }
                #expect(try await response(to: server, "GET /n.json HTTP/1.0").status == 200)
            }
        }

        @Test("a client of HTTP/1.0 receives no chunks, and its connection ends with a stream")
        func old() async throws {
            try await TestServer.run { server in
                #expect(try await server.send("PUT", "/n.json", "1").status == 200)
                let plain = try await response(to: server, "GET /n.json HTTP/1.0")
                #expect(plain.body == "1" && plain.headers["transfer-encoding"] == nil)
                let connection = try await RawConnection.open(port: server.port)
                connection.send("GET /n.json HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
                let head = await connection.read(through: "\r\n\r\n")?.lowercased() ?? ""
                #expect(head.contains("connection: keep-alive") && head.contains("content-length: 1"))
                connection.send("GET /n.json HTTP/1.0\r\nAccept: text/event-stream\r\n\r\n")
                let stream = await connection.read(through: "\r\n\r\n")?.lowercased() ?? ""
                #expect(stream.hasPrefix("1http/1.0 200"), "\(stream)")
                #expect(stream.contains("connection: close") && !stream.contains("transfer-encoding"))
                let event = await connection.read(through: "\n\n")
                #expect(event == "event: put\ndata: {\"path\":\"/\",\"data\":1}\n\n")
                connection.close()
            }
        }

        @Test(
            "a parameter or a page that is not supported is refused by name",
            arguments: [
                ("/n.json?download=file.json", "download"), ("/n.json?callback=f", "callback"),
                ("/.lp?start=t", "/.lp"),
                ("/n.json?writeSizeLimit=huge", "writeSizeLimit"),
            ])
        func unsupported(target: String, text: String) async throws {
            try await TestServer.run { server in
                let reply = try await server.send("GET", target)
                #expect(reply.status == 400 && reply.body.contains(text), "\(reply.body)")
                let stream = try await server.send(
                    "GET", "/n.json?shallow=true", headers: ["Accept: text/event-stream"])
                #expect(stream.status == 400 && stream.body.contains("shallow"), "\(stream.body)")
            }
        }

        @Test("the limit of a write counts the new data and those that they replace")
        func writeSize() async throws {
            try await TestServer.run { server in
                let large = "\"" + String(repeating: "x", count: 1 << 20) + "\""
                let rows: [(String, String, String?, Int)] = [
                    ("PUT", "/n.json?writeSizeLimit=tiny", large, 400),
                    ("PUT", "/n.json?writeSizeLimit=small", large, 200),
                    ("PUT", "/n.json?writeSizeLimit=tiny", "1", 400),
                    ("DELETE", "/n.json?writeSizeLimit=tiny", nil, 400),
                    ("PATCH", "/.json?writeSizeLimit=tiny", #"{"n":1}"#, 400),
                    ("PATCH", "/.json?writeSizeLimit=tiny", #"{"m":1}"#, 200),
                    ("POST", "/l.json?writeSizeLimit=tiny", large, 400),
                    ("POST", "/l.json?writeSizeLimit=unlimited", large, 200),
                    ("DELETE", "/n.json?writeSizeLimit=medium", nil, 200),
                ]
                for (method, target, body, status) in rows {
                    let reply = try await server.send(method, target, body)
                    #expect(reply.status == status, "\(method) \(target): \(reply.body.prefix(200))")
                    if status == 400 { #expect(reply.body.contains("writeSizeLimit=tiny")) }
                }
            }
        }

        @Test("a bound may have a key after its value, as official clients send it")
        func boundWithKey() async throws {
            try await TestServer.run { server in
                let data = #"{"a":{"v":1},"b":{"v":1},"c":{"v":1},"d":{"v":2}}"#
                #expect(try await server.send("PUT", "/n.json", data).status == 200)
                let rows = [
                    ("startAt=1,%22b%22", "bcd"), ("startAfter=1,%22b%22", "cd"), ("endAt=1,%22b%22", "ab"),
                    ("endBefore=1,%22b%22", "a"), ("equalTo=1,%22b%22", "b"),
                    ("startAt=1,%22b%22&endAt=1,%22b%22", "b"),
                    ("startAfter=1,%22%5BMAX_NAME%5D%22", "d"), ("endBefore=1,%22%5BMIN_NAME%5D%22", ""),
                    ("startAt=1", "abcd"),
                ]
                for (query, keys) in rows {
                    let reply = try await server.send("GET", "/n.json?orderBy=%22v%22&\(query)")
                    let found = "abcd".filter { reply.body.contains("\"\($0)\":") }
                    #expect(reply.status == 200 && found == keys, "\(query): \(reply.body)")
                }
                for query in ["startAt=1,2", "startAt=1,%22b%22,3", "startAt=", "startAt=1,", "startAt=1%5D,%5B2"] {
                    let reply = try await server.send("GET", "/n.json?orderBy=%22v%22&\(query)")
                    #expect(reply.status == 400 && reply.body.contains("startAt"), "\(query): \(reply.body)")
                }
                let second = try await server.send("GET", "/n.json?orderBy=%22$key%22&startAt=%22a%22,%22b%22")
                #expect(second.status == 400)
            }
        }
    }
#endif
