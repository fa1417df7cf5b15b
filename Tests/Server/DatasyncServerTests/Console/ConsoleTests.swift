#if Server
    import DatasyncTesting
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("The console", .timeLimit(.minutes(30)))
    struct ConsoleTests {
        private static let files = ["/console", "/console/console.js", "/console/console.css"]
        private static let owner = "Authorization: Bearer 0123456789abcdef"

        @Test("[console 1] there is no console unless the configuration says so")
        func isOff() async throws {
            try await TestServer.run { server in
                for file in Self.files {
                    let reply = try await server.send("GET", file)
                    #expect(reply.status == 404 && reply.body.contains("--console"))
                }
            }
        }

        @Test("[console 2] the page may load files of this server, in no frame, and sets nothing in the browser")
        func policy() async throws {
            try await TestServer.run({ $0.servesConsole = true }) { server in
                let types = ["text/html", "text/javascript", "text/css"]
                for (file, type) in zip(Self.files, types) {
                    let reply = try await server.send("GET", file)
                    #expect(reply.status == 200 && !reply.body.isEmpty)
                    #expect(reply.headers["content-type"] == "\(type); charset=utf-8")
                    #expect(reply.headers["x-content-type-options"] == "nosniff")
                    #expect(reply.headers["set-cookie"] == nil)
                    let policy = try #require(reply.headers["content-security-policy"])
                    #expect(
                        policy.hasPrefix(
                            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'"
                        ))
                    #expect(try await server.send("HEAD", file).body.isEmpty)
                    #expect(try await server.send("POST", file, "1").status == 405)
                }
                let page = try await server.send("GET", "/console").body
                // Neither scripts nor styles within the page: the policy would forbid them.
                #expect(!page.contains("<style") && !page.contains(" style=") && !page.contains(" onclick"))
                #expect(!page.contains("http://") && !page.contains("https://"))
                #expect(try await server.send("GET", "/console/console.js").body.utf8.count < 40_000)
            }
        }

        @Test(
            "[console 3] the console is shown under addresses and known names only",
            arguments: [
                ("localhost", 200), ("127.0.0.1:9000", 200), ("192.0.2.7", 200), ("[2001:db8::1]:80", 200),
                ("db.example", 200), ("db.example:9000", 200), ("app.example", 200), ("evil.example", 421),
                ("db.example.evil.example", 421),
            ])
        func hosts(host: String, status: Int) async throws {
            try await TestServer.run({ configuration in
                configuration.servesConsole = true
                configuration.host = "0.0.0.0"
                configuration.allowsOpenRules = true
                configuration.publicAddress = "db.example:9000"
                configuration.allowedOrigins = ["https://app.example"]
            }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send("GET /console HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
                let reply = try TestResponse(await connection.readToEnd())
                #expect(reply.status == status, "\(host): \(reply.body.prefix(200))")
            }
        }

        @Test("[console 3] pages of other origins get nothing of the console")
        func origins() async throws {
            try await TestServer.run({ $0.servesConsole = true }) { server in
                for file in Self.files {
                    let reply = try await server.send("GET", file, headers: ["Origin: https://evil.example"])
                    #expect(reply.status == 403)
                }
            }
        }

        @Test("[console 6] rules are checked without being deployed; only the owner may")
        func check() async throws {
            try await TestServer.run({ $0.adminSecret = "0123456789abcdef" }) { server in
                let target = "/.settings/rules/check.json"
                let valid = #"{"rules":{".read":"auth != null"}}"#
                #expect(try await server.send("POST", target, valid).status == 401)
                let reply = try await server.send("POST", target, valid, headers: [Self.owner])
                #expect(reply.status == 200 && reply.body == #"{"status":"ok","warnings":[]}"#)
                let text = #"{"rules":{".read":"auth ="}}"#
                let wrong = try await server.send("POST", target, text, headers: [Self.owner])
                #expect(wrong.status == 400 && wrong.body.contains("not valid"))
                #expect(try await server.send("GET", target, headers: [Self.owner]).status == 405)
                #expect(try await server.send("GET", "/a.json").status == 200, "the open rules are still in force")
            }
        }

        @Test("[console 6] a decision is explained by the rules in force, or by others")
        func explain() async throws {
            try await TestServer.run({ configuration in
                configuration.adminSecret = "0123456789abcdef"
                configuration.rules = #"{"rules":{".read":true,"a":{".write":"newData.val() > data.val()"}}}"#
            }) { server in
                try await server.send("PUT", "/a.json", "5", headers: [Self.owner])
                let target = "/.settings/rules/explain.json"
                func explain(_ question: String) async throws -> JSON {
                    let reply = try await server.send("POST", target, question, headers: [Self.owner])
                    #expect(reply.status == 200, "\(reply.body)")
                    return try JSONParser.parse(reply.body)
                }
                let denied = try await explain(#"{"operation":"write","path":"/a","value":4}"#)
                #expect(denied["allowed"]?.text == "false")
                let level = try #require(denied["levels"]?.array?.last)
                #expect(level["expression"]?.string == "newData.val() > data.val()")
                #expect(try await explain(#"{"operation":"write","path":"/a","value":6}"#)["allowed"]?.text == "true")
                let other = #"{"operation":"read","path":"/a","auth":{"uid":"ada"},"rules":"{\"rules\":{}}"}"#
                #expect(try await explain(other)["allowed"]?.text == "false")
                #expect(try await server.send("GET", "/a.json").body == "5", "nothing is written")
                for wrong in [
                    "1", "{}", #"{"operation":"take","path":"/a"}"#, #"{"operation":"read","path":"/a.b"}"#,
                    #"{"operation":"read","path":"/a","auth":{}}"#, #"{"operation":"read","path":"/","rules":"x"}"#,
                ] {
                    let reply = try await server.send("POST", target, wrong, headers: [Self.owner])
                    #expect(reply.status == 400 && reply.body.contains(#"{"error":"#), "\(wrong)")
                }
                #expect(try await server.send("POST", target, "{}").status == 401)
            }
        }

        @Test("[console 7] the owner sees the open sessions and streams, with their users, until they close")
        func sessions() async throws {
            try await TestServer.run({ $0.isEmulator = true }) { server in
                let (target, owner) = ("/.settings/sessions.json", "Authorization: Bearer owner")
                let refused = try await server.send("GET", target)
                #expect(refused.status == 401)
                let written = try await server.send("PUT", target, "1", headers: [owner])
                #expect(written.status == 405)
                func list() async throws -> [JSON] {
                    let reply = try await server.send("GET", target, headers: [owner])
                    return try JSONParser.parse(reply.body)["sessions"]?.array ?? []
                }
                let stream = try await RawConnection.open(port: server.port)
                let head = "HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nAuthorization: Bearer ada"
                stream.send("GET /a.json?ns=shop \(head)\r\n\r\n")
                _ = await stream.read(through: "data: ")
                let open = try await list()
                #expect(open.count == 1)
                #expect(open.first?["namespace"]?.string == "shop" && open.first?["kind"]?.string == "stream")
                #expect(open.first?["user"]?.string?.contains("ada") == true)
                stream.close()
                while try await !list().isEmpty { await pause(milliseconds: 20) }
            }
        }
    }
#endif
