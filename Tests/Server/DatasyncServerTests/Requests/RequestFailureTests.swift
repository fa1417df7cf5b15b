#if Server
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("Failed requests", .timeLimit(.minutes(30)))
    struct RequestFailureTests {
        struct Row: Sendable, CustomTestStringConvertible {
            let method: String
            let target: String
            var body: String?
            var headers: [String] = []
            let status: Int
            let text: String

            var testDescription: String { "\(method) \(target)" }
        }

        static let rows = [
            Row(method: "GET", target: "/a", status: 404, text: "add \\\".json\\\""),
            Row(method: "TRACE", target: "/a.json", status: 405, text: "TRACE"),
            Row(method: "PUT", target: "/a.json", status: 400, text: "no content"),
            Row(method: "PUT", target: "/a.json", body: "{", status: 400, text: "line 1, column 2"),
            Row(method: "PUT", target: "/a.json", body: #"{"a.b":1}"#, status: 400, text: "a.b"),
            Row(method: "PUT", target: "/a%2Fb.json", body: "1", status: 400, text: "a/b"),
            Row(method: "GET", target: "/a%ZZ.json", status: 400, text: "percent-encoded"),
            Row(method: "GET", target: "/a%FF.json", status: 400, text: "percent-encoded"),
            Row(method: "PATCH", target: "/a.json", body: "1", status: 400, text: "takes an object"),
            Row(
                method: "PATCH", target: "/a.json", body: "{}", headers: ["if-match: x"], status: 400, text: "if-match"),
            Row(
                method: "PUT", target: "/a.json", body: "1", headers: ["if-none-match: x"], status: 400,
                text: "if-match"),
            Row(method: "GET", target: "/a.json?print=loud", status: 400, text: "pretty or silent"),
            Row(method: "GET", target: "/a.json?format=xml", status: 400, text: "export"),
            Row(method: "GET", target: "/a.json?timeout=soon", status: 400, text: "15 minutes"),
            Row(method: "GET", target: "/a.json?timeout=16min", status: 400, text: "15 minutes"),
            Row(method: "GET", target: "/a.json?limitToFirst=1", status: 400, text: "needs an order"),
            Row(method: "GET", target: "/a.json?orderBy=age", status: 400, text: "JSON string"),
            Row(method: "GET", target: "/a.json?orderBy=%22a%22&limitToFirst=0", status: 400, text: "positive"),
            Row(
                method: "GET", target: "/a.json?orderBy=%22a%22&limitToFirst=1&limitToLast=1", status: 400,
                text: "combined"),
            Row(method: "GET", target: "/a.json?orderBy=%22a%22&startAt=1&startAfter=1", status: 400, text: "combined"),
            Row(method: "GET", target: "/a.json?orderBy=%22a%22&startAt=1&equalTo=1", status: 400, text: "combined"),
            Row(method: "GET", target: "/a.json?orderBy=%22a%22&startAt=%7B%7D", status: 400, text: "startAt"),
            Row(method: "GET", target: "/a.json?shallow=true&orderBy=%22a%22", status: 400, text: "shallow"),
            Row(
                method: "GET", target: "/a.json?shallow=true", headers: ["X-Firebase-ETag: true"], status: 400,
                text: "ETag"),
            Row(method: "GET", target: "/a.json?auth=someone", status: 401, text: "no sign-in"),
            Row(
                method: "GET", target: "/a.json", headers: ["Authorization: Bearer owner"], status: 401,
                text: "no sign-in"),
            Row(method: "GET", target: "/.settings/rules.json", status: 401, text: "owner"),
            Row(method: "GET", target: "/.ws?v=4", status: 400, text: "?v=5"),
            Row(method: "GET", target: "/.ws?v=5", status: 426, text: "handshake"),
            Row(
                method: "GET", target: "/" + String(repeating: "a/", count: 40) + ".json", status: 400,
                text: "32 levels"),
        ]

        @Test("the status and the text name the fault", arguments: rows)
        func failure(row: Row) async throws {
            try await TestServer.run { server in
                let reply = try await server.send(row.method, row.target, row.body, headers: row.headers)
                #expect(reply.status == row.status)
                #expect(reply.body.contains(row.text), "\(reply.body)")
                #expect(try JSONParser.parse(reply.body)["error"]?.string?.isEmpty == false)
            }
        }

        @Test("the rules apply to requests")
        func rules() async throws {
            try await TestServer.run({ $0.rules = #"{"rules":{"open":{".read":true,".write":"newData.isNumber()"}}}"# })
            {
                server in
                #expect(try await server.send("PUT", "/open.json", "1").status == 200)
                #expect(try await server.send("GET", "/open.json").body == "1")
                let denied = try await server.send("PUT", "/open.json", #""text""#)
                #expect(denied.status == 401)
                #expect(denied.body.contains("Permission denied"))
                #expect(try await server.send("GET", "/.json").status == 401)
                let stream = try await server.send("GET", "/.json", headers: ["Accept: text/event-stream"])
                #expect(stream.status == 401)
            }
        }

        @Test("a request above the limit is refused with 413, by its announced or by its real size")
        func size() async throws {
            try await TestServer.run({ $0.limits.requestBytes = 1000 }) { server in
                let announced = try await server.send(
                    "PUT", "/a.json", "\"" + String(repeating: "x", count: 1000) + "\"")
                #expect(announced.status == 413)
                #expect(announced.body.contains("1000 bytes"))
                let connection = try await RawConnection.open(port: server.port)
                connection.send("PUT /a.json HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<3 { connection.send("190\r\n" + String(repeating: "x", count: 400) + "\r\n") }
                let head = await connection.read(through: "\r\n\r\n")
                #expect(head?.hasPrefix("HTTP/1.1 413") == true)
                connection.send("0\r\n\r\n")
                _ = await connection.readToEnd()
            }
        }

        @Test("a value above the limit of a write is refused with 413")
        func value() async throws {
            try await TestServer.run { server in
                let text = "\"" + String(repeating: "x", count: 10 << 20) + "\""
                let reply = try await server.send("PUT", "/a.json", text)
                #expect(reply.status == 413)
            }
        }

        @Test("a client that does not complete its request in time is disconnected")
        func slowRequest() async throws {
            try await TestServer.run({ $0.limits.requestTime = .milliseconds(50) }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send("GET /a.json HT")
                #expect(await connection.readToEnd() == [])
            }
        }

        @Test("connections above the limit are closed, and counted")
        func connections() async throws {
            try await TestServer.run({ $0.limits.connections = 1 }) { server in
                let first = try await RawConnection.open(port: server.port)
                first.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
                #expect(await first.read(through: "ok\n") != nil)
                let second = try await RawConnection.open(port: server.port)
                #expect(await second.readToEnd() == [])
                first.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let text = String(decoding: await first.readToEnd(), as: UTF8.self)
                #expect(text.contains("datasync_refused_connections_total 1\n"))
            }
        }
    }
#endif
