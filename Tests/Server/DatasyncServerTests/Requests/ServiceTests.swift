#if Server
    import Testing

    @testable import DatasyncServer

    @Suite("Rules, status pages and origins", .timeLimit(.minutes(30)))
    struct ServiceTests {
        private static let owner = ["Authorization: Bearer owner"]
        private static let secret = "0123456789abcdef"

        @Test("the owner of an emulator reads and replaces the rules, and is not subject to them")
        func emulator() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                #expect(try await server.send("GET", "/.settings/rules.json", headers: Self.owner).body == "null")
                let rules = #"{"rules":{".read":"auth.uid === 'ann'",".write":false}}"#
                let put = try await server.send("PUT", "/.settings/rules.json", rules, headers: Self.owner)
                #expect(put.body == #"{"status":"ok"}"#)
                #expect(try await server.send("GET", "/.settings/rules.json", headers: Self.owner).body == rules)
                #expect(try await server.send("PUT", "/n.json", "1").status == 401)
                #expect(try await server.send("PUT", "/n.json", "1", headers: Self.owner).status == 200)
                #expect(try await server.send("GET", "/n.json", headers: Self.owner).body == "1")
                #expect(try await server.send("GET", "/n.json?auth=ann").body == "1")
                #expect(try await server.send("GET", "/n.json?access_token=bob").status == 401)
                #expect(try await server.send("GET", "/.settings/rules.json?auth=ann").status == 403)
                // The payload of this token is {"sub":"ann"}.
                let token = "e30.eyJzdWIiOiJhbm4ifQ.x"
                #expect(
                    try await server.send("GET", "/n.json", headers: ["Authorization: Bearer \(token)"]).body == "1")
                // The payload of this token is {"sub":"bob","role":"reader"}.
                let claims = "e30.eyJzdWIiOiJib2IiLCJyb2xlIjoicmVhZGVyIn0.x"
                #expect(try await server.send("GET", "/n.json?auth=\(claims)").status == 401)
                let byRole = #"{"rules":{".read":"auth.token.role === 'reader'"}}"#
                _ = try await server.send("PUT", "/.settings/rules.json", byRole, headers: Self.owner)
                #expect(try await server.send("GET", "/n.json?auth=\(claims)").body == "1")
                #expect(try await server.send("GET", "/n.json?auth=\(token)").status == 401)
            }
        }

        @Test("an emulator creates namespaces on use, up to the limit")
        func created() async throws {
            try await TestServer.run({
                $0.isEmulator = true
                $0.limits.createdNamespaces = 1
            }) { server in
                let put = try await server.send("PUT", "/n.json?ns=new", "1")
                #expect(put.status == 200)
                #expect(try await server.send("GET", "/n.json?ns=new").body == "1")
                #expect(try await server.send("GET", "/n.json?ns=newer").status == 404)
                #expect(try await server.send("GET", "/n.json?ns=a%2Fb").status == 400)
            }
        }

        @Test("the admin secret has the rights of the owner, and no other token has")
        func adminSecret() async throws {
            try await TestServer.run({
                $0.adminSecret = Self.secret
                $0.rules = #"{"rules":{".read":false}}"#
            }) { server in
                let allowed = try await server.send("GET", "/n.json?auth=\(Self.secret)")
                #expect(allowed.status == 200)
                #expect(try await server.send("GET", "/n.json?auth=\(Self.secret)x").status == 401)
                #expect(try await server.send("GET", "/n.json?auth=\(Self.secret.dropLast())").status == 401)
                #expect(try await server.send("GET", "/n.json?auth=owner").status == 401)
            }
        }

        @Test("the owner writes under any rules: conditionally, merged, pushed and removed, and over a session")
        func ownerWrites() async throws {
            try await TestServer.run({
                $0.adminSecret = Self.secret
                $0.rules = #"{"rules":{".read":false,".write":false}}"#
            }) { server in
                let owner = ["Authorization: Bearer \(Self.secret)"]
                func send(_ method: String, _ body: String? = nil, _ more: [String] = []) async throws -> TestResponse {
                    try await server.send(method, "/n.json", body, headers: owner + more)
                }
                #expect(try await send("PUT", "1", ["if-match: null_etag"]).status == 200)
                let stale = try await send("PUT", "2", ["if-match: null_etag"])
                #expect(stale.status == 412)
                #expect(stale.body == "1")
                let tag = try #require(stale.headers["etag"])
                #expect(try await send("PUT", #"{"a":1}"#, ["if-match: \(tag)"]).status == 200)
                #expect(try await send("PATCH", #"{"b":2}"#).status == 200)
                #expect(try await send("POST", "3").status == 200)
                #expect(try await send("GET").body.hasPrefix(#"{"-"#))
                #expect(try await send("DELETE").body == "null")
                let socket = try await RawSocket.greeted(server)
                socket.send(#"{"t":"d","d":{"r":1,"a":"p","b":{"p":"/n","d":5}}}"#)
                #expect(await socket.next()?.text.contains("permission_denied") == true)
                socket.send(#"{"t":"d","d":{"r":2,"a":"auth","b":{"cred":"\#(Self.secret)"}}}"#)
                socket.send(#"{"t":"d","d":{"r":3,"a":"p","b":{"p":"/n","d":5}}}"#)
                socket.send(#"{"t":"d","d":{"r":4,"a":"unauth","b":{}}}"#)
                socket.send(#"{"t":"d","d":{"r":5,"a":"p","b":{"p":"/n","d":6}}}"#)
                for status in ["ok", "ok", "ok", "permission_denied"] {
                    #expect(await socket.next()?.text.contains("\"s\":\"\(status)\"") == true)
                }
                #expect(try await send("GET").body == "5")
            }
        }

        @Test("rules that are not valid are refused with their fault, and the present ones remain")
        func badRules() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                let reply = try await server.send(
                    "PUT", "/.settings/rules.json", #"{"rules":{".read":"auth ="}}"#, headers: Self.owner)
                #expect(reply.status == 400)
                #expect(reply.body.contains("column"))
                #expect(try await server.send("GET", "/n.json").status == 200)
                #expect(try await server.send("DELETE", "/.settings/rules.json", headers: Self.owner).status == 405)
            }
        }

        @Test("status pages answer without a namespace")
        func pages() async throws {
            try await TestServer.run({ $0.namespaces = ["other"] }) { server in
                // All on one connection: the end of another one may be counted after its client has seen it.
                let connection = try await RawConnection.open(port: server.port)
                defer { connection.close() }
                for target in ["/healthz", "/readyz", "/a.json"] {
                    connection.send("GET \(target) HTTP/1.1\r\nHost: localhost\r\n\r\n")
                }
                connection.send("GET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                let responses = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(responses.contains("\r\n\r\nok\nHTTP/1.1 200"))
                #expect(responses.contains("\r\n\r\nready\nHTTP/1.1 404"))
                #expect(responses.contains("# TYPE datasync_requests_total counter\ndatasync_requests_total 3\n"))
                #expect(responses.contains("\ndatasync_failed_requests_total 1\n"))
                #expect(responses.contains("\ndatasync_connections 1\n"))
            }
        }

        @Test("only pages of allowed origins may read responses")
        func origins() async throws {
            try await TestServer.run({ $0.allowedOrigins = ["https://good.example"] }) { server in
                let good = try await server.send("GET", "/a.json", headers: ["Origin: https://good.example"])
                #expect(good.headers["access-control-allow-origin"] == "https://good.example")
                let bad = try await server.send("GET", "/a.json", headers: ["Origin: https://bad.example"])
                #expect(bad.status == 403 && bad.headers["access-control-allow-origin"] == nil)
                let error = await #expect(throws: RawSocket.Refused.self) {
                    _ = try await RawSocket.open(server, headers: ["Origin: https://bad.example"])
                }
                #expect(error?.response.hasPrefix("HTTP/1.1 403") == true)
                _ = try await RawSocket.open(server, headers: ["Origin: https://good.example"])
                let asked = try await server.send(
                    "OPTIONS", "/a.json",
                    headers: ["Origin: https://good.example", "Access-Control-Request-Headers: x-custom"])
                #expect(asked.status == 204)
                #expect(asked.headers["access-control-allow-methods"]?.contains("PATCH") == true)
                #expect(asked.headers["access-control-allow-headers"] == "x-custom")
            }
        }

        @Test(
            "a configuration that is not safe or not valid is refused with the remedy",
            arguments: [
                (0, "--allow-open"), (1, "--allow-open"), (2, "--allow-open"), (3, "65535"), (4, "16"),
                (5, "no namespace"),
                (6, "not valid"), (7, "not valid"), (8, "PEM"), (9, "--allow-open"), (10, "--allow-open"),
                (11, "--allow-open"), (12, "IP address"),
            ])
        func configuration(row: Int, text: String) throws {
            var configuration = ServerConfiguration(port: 0)
            switch row {
            case 0: configuration.host = "0.0.0.0"
            case 1:
                configuration.host = "0.0.0.0"
                configuration.rules = #"{"rules":{".read":"true"}}"#
            case 2:
                configuration.host = "::"
                configuration.isEmulator = true
                configuration.rules = #"{"rules":{".read":false}}"#
            case 3: configuration.port = 70_000
            case 4: configuration.adminSecret = "short"
            case 5: configuration.namespaces = []
            case 6: configuration.namespaces = ["a/b"]
            case 7: configuration.rules = "{"
            case 9, 10, 11:
                configuration.host = "192.0.2.1"
                let rules = [
                    #".read": "1 == 1""#, #".write": "newData.exists() || !data.exists()""#,
                    #".read": "now > 1600000000000""#,
                ]
                configuration.rules = #"{"rules":{""# + rules[row - 9] + "}}"
            case 12: configuration.trustedProxies = ["proxy.example"]
            default: configuration.tls = TLSIdentity(certificates: "none", privateKey: "none")
            }
            let error = #expect(throws: ServerError.self) { _ = try DatabaseServer(configuration) }
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }

        @Test("a server with rules, or with permission, may bind to any address")
        func allowed() throws {
            var configuration = ServerConfiguration(host: "0.0.0.0", port: 0)
            configuration.rules = #"{"rules":{"a":{".read":true}}}"#
            try configuration.check()
            configuration.rules = #"{"rules":{".read":"auth != null",".write":"now < 1600000000000"}}"#
            try configuration.check()
            configuration.rules = nil
            configuration.allowsOpenRules = true
            try configuration.check()
        }

        @Test("a server starts once")
        func started() async throws {
            try await TestServer.run { server in
                let error = await #expect(throws: ServerError.self) { try await server.server.start() }
                #expect(error?.message.contains("make another one") == true)
            }
        }

        @Test("a port that is in use is an error with the remedy")
        func port() async throws {
            try await TestServer.run { server in
                let second = try DatabaseServer(ServerConfiguration(port: server.port))
                let error = await #expect(throws: ServerError.self) { try await second.start() }
                #expect(error?.message.contains("Use another port") == true)
            }
        }
    }
#endif
