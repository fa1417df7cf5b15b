#if Server
    import DatasyncTree
    import Testing

    @testable import DatasyncServer

    @Suite("Requests of the owner with the rights of a user", .timeLimit(.minutes(30)))
    struct AuthOverrideTests {
        private static let secret = "0123456789abcdef"
        private static let rules = #"""
            {"rules": {"public": {".read": true}, "$user": {".read": "auth.uid == $user", ".write": "auth.token.role == 'editor'"}}}
            """#

        /// The parameter with its value in percent-encoding.
        private static func parameter(_ json: String) -> String {
            let encoded = json.utf8.map { byte in
                let digits = String(byte, radix: 16, uppercase: true)
                return "%" + (digits.count == 1 ? "0" : "") + digits
            }
            return "auth_variable_override=" + encoded.joined()
        }

        private static func run(_ body: (TestServer) async throws -> Void) async throws {
            try await TestServer.run(
                {
                    $0.adminSecret = secret
                    $0.rules = rules
                    $0.tokens = TokenRules(keys: [.secret(TestTokens.secret)])
                }, body)
        }

        @Test("the rights are those of the user, of its claims, or of a client without a user")
        func rights() async throws {
            try await Self.run { server in
                let rows: [(String, String, String, UInt)] = [
                    ("GET", "ada", #"{"uid":"ada"}"#, 200), ("GET", "bob", #"{"uid":"ada"}"#, 401),
                    ("GET", "public", "null", 200), ("GET", "ada", "null", 401),
                    ("PUT", "ada", #"{"uid":"x","token":{"role":"editor"}}"#, 200),
                    ("PUT", "ada", #"{"uid":"x"}"#, 401),
                ]
                for (method, path, json, status) in rows {
                    let reply = try await server.send(
                        method, "/\(path).json?\(Self.parameter(json))", method == "PUT" ? "1" : nil,
                        headers: ["Authorization: Bearer \(Self.secret)"])
                    #expect(reply.status == status, "\(method) \(path) \(json): \(reply.body)")
                }
            }
        }

        @Test("only the owner may use it, and a malformed value is an error with the remedy")
        func refused() async throws {
            try await Self.run { server in
                let parameter = Self.parameter(#"{"uid":"ada"}"#)
                #expect(try await server.send("GET", "/public.json?\(parameter)").status == 401)
                let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann"))
                let reply = try await server.send("GET", "/public.json?\(parameter)&auth=\(token)")
                #expect(reply.status == 401 && reply.body.contains("Only the owner"), "\(reply.body)")
                for json in ["1", "{}", #"{"uid":""}"#, "no JSON"] {
                    let reply = try await server.send(
                        "GET", "/public.json?\(Self.parameter(json))&auth=\(Self.secret)")
                    #expect(reply.status == 400 && reply.body.contains("auth_variable_override"), "\(reply.body)")
                }
            }
        }

        @Test("a WebSocket session of the owner has the rights of the user that it names")
        func sessions() async throws {
            try await Self.run { server in
                let rows = [
                    (Self.secret, #","authvar":{"uid":"ada"}"#, "ok", "ok", "permission_denied"),
                    (Self.secret, #","noauth":true"#, "ok", "permission_denied", "permission_denied"),
                    (Self.secret, #","noauth":false"#, "ok", "ok", "ok"),
                    (Self.secret, "", "ok", "ok", "ok"),
                    (Self.secret, #","authvar":{"uid":""}"#, "invalid_data", "permission_denied", "permission_denied"),
                    (
                        try await TestTokens.signedBySecret(TestTokens.Claims("ada")), #","authvar":{"uid":"bob"}"#,
                        "permission_denied", "permission_denied", "permission_denied"
                    ),
                ]
                for (credential, member, signIn, ofAda, ofBob) in rows {
                    let socket = try await RawSocket.greeted(server)
                    let bodies = [
                        ("gauth", #"{"cred":"\#(credential)"\#(member)}"#), ("g", #"{"p":"/ada"}"#),
                        ("g", #"{"p":"/bob"}"#),
                    ]
                    for (number, (action, body)) in bodies.enumerated() {
                        socket.send(#"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#)
                        let reply = try JSONParser.parse(try #require(await socket.next()).text)
                        let expected = [signIn, ofAda, ofBob][number]
                        #expect(reply["d"]?["b"]?["s"]?.string == expected, "\(member) \(action) \(body)")
                    }
                }
            }
        }
    }
#endif
