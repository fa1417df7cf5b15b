#if Server
    import DatasyncBackend
    import Foundation
    import Logging
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Tokens as credentials")
    struct TokenTests {
        private static let rules = #"""
            {"rules": {".read": "auth.uid == 'ann'", ".write": "auth.token.role == 'editor' && auth.provider == null"}}
            """#

        private static func run(
            _ tokens: TokenRules, clock: ServerClock = .system,
            _ change: (inout ServerConfiguration) -> Void = { _ in }, _ body: (TestServer) async throws -> Void
        ) async throws {
            try await TestServer.run(
                { configuration in
                    configuration.tokens = tokens
                    configuration.rules = rules
                    change(&configuration)
                }, clock: clock, body)
        }

        @Test("a token that a key of the server has signed gives its user and its claims")
        func accepted() async throws {
            let keys = [TokenKey.secret(TestTokens.secret), .publicKey(pem: TestTokens.rsaPublicKey)]
            let sets = [keys + [.publicKey(pem: TestTokens.curvePublicKey)], keys + [.keySet(TestTokens.keySet)]]
            for keys in sets {
                try await Self.run(TokenRules(keys: keys)) { server in
                    var claims = TestTokens.Claims("ann")
                    claims.role = "editor"
                    let tokens = [
                        try await TestTokens.signedBySecret(claims), try await TestTokens.signedByRSA(claims),
                        try await TestTokens.signedByRSA(claims, kid: "r"), try await TestTokens.signedByCurve(claims),
                        try await TestTokens.signedByCurve(claims, kid: "e"),
                    ]
                    for (index, token) in tokens.enumerated() {
                        let put = try await server.send("PUT", "/n.json?auth=\(token)", "\(index)")
                        #expect(put.status == 200, "\(index): \(put.body)")
                        #expect(
                            try await server.send("GET", "/n.json", headers: ["Authorization: Bearer \(token)"]).body
                                == "\(index)")
                    }
                    let reader = try await TestTokens.signedByRSA(TestTokens.Claims("ann"))
                    #expect(try await server.send("PUT", "/n.json?auth=\(reader)", "1").status == 401)
                    let other = try await TestTokens.signedByRSA(TestTokens.Claims("bob"))
                    #expect(try await server.send("GET", "/n.json?auth=\(other)").status == 401)
                }
            }
        }

        @Test("a token that is forged, expired or for others is refused with the reason")
        func refused() async throws {
            var rules = TokenRules(
                keys: [.publicKey(pem: TestTokens.rsaPublicKey)], issuer: "https://issuer.example", audience: "shop")
            func claims(
                _ user: String? = "ann", expiry: Double? = 3_600, _ change: (inout TestTokens.Claims) -> Void = { _ in }
            ) -> TestTokens.Claims {
                var claims = TestTokens.Claims(user, expiry: expiry)
                claims.iss = "https://issuer.example"
                claims.aud = ["other", "shop"]
                change(&claims)
                return claims
            }
            let good = try await TestTokens.signedByRSA(claims())
            let parts = good.split(separator: ".").map(String.init)
            let rows: [(String, String)] = [
                (TestTokens.unsigned(#"{"sub":"ann","exp":9999999999}"#), "no key with the algorithm \\\"none\\\""),
                (TestTokens.unsigned(#"{"sub":"ann","exp":9999999999}"#, header: #"{"alg":"RS256"}"#), "signature"),
                // The public key as the secret of another algorithm.
                (try await TestTokens.signedBySecret(claims(), TestTokens.rsaPublicKey), "HS256"),
                (try await TestTokens.signedByCurve(claims()), "ES256"),
                (parts[0] + "." + parts[1] + "x." + parts[2], "token"),
                (parts[0] + "." + parts[1] + "." + parts[2].dropLast(4) + "AAAA", "signature"),
                (try await TestTokens.signedByRSA(claims(expiry: -1)), "expired"),
                (try await TestTokens.signedByRSA(claims(expiry: nil)), "(exp)"),
                (try await TestTokens.signedByRSA(claims { $0.nbf = Date().timeIntervalSince1970 + 600 }), "(nbf)"),
                (try await TestTokens.signedByRSA(claims { $0.iss = "https://other.example" }), "(iss)"),
                (try await TestTokens.signedByRSA(claims { $0.iss = nil }), "(iss)"),
                (try await TestTokens.signedByRSA(claims { $0.aud = ["other"] }), "(aud)"),
                (try await TestTokens.signedByRSA(claims { $0.aud = nil }), "(aud)"),
                (try await TestTokens.signedByRSA(claims(nil)), "names no user"), ("ann", "three parts"),
                ("..", "three parts"),
            ]
            rules.audience = "shop"
            try await Self.run(rules, { $0.limits.failedSignIns = 100 }) { server in
                #expect(try await server.send("GET", "/n.json?auth=\(good)").status == 200)
                for (token, text) in rows {
                    let reply = try await server.send("GET", "/n.json", headers: ["Authorization: Bearer \(token)"])
                    #expect(reply.status == 401)
                    #expect(reply.body.contains(text), "\(text): \(reply.body)")
                }
                #expect(
                    server.log.entries.filter { $0.contains("refused") && $0.contains("127.0.0.1") }.count == rows.count
                )
            }
        }

        @Test("an identifier selects the key, and critical header fields are refused")
        func identifiers() async throws {
            let verifier = try await TokenVerifier(TokenRules(keys: [.keySet(TestTokens.keySet)]))
            let now = Date().timeIntervalSince1970 * 1000
            let token = try await TestTokens.signedByRSA(TestTokens.Claims("ann"), kid: "r")
            #expect(try verifier.user(of: token, now: now).auth.uid == "ann")
            for (kid, text) in [("other", "other"), ("e", "\"e\"")] {
                let token = try await TestTokens.signedByRSA(TestTokens.Claims("ann"), kid: kid)
                let problem = #expect(throws: TokenVerifier.Problem.self) { try verifier.user(of: token, now: now) }
                #expect(problem?.reason.contains(text) == true)
            }
            let critical = TestTokens.unsigned("{}", header: #"{"alg":"RS256","crit":["b64"]}"#)
            let problem = #expect(throws: TokenVerifier.Problem.self) { try verifier.user(of: critical, now: now) }
            #expect(problem?.reason.contains("(crit)") == true)
        }

        @Test("random texts and cut or changed tokens are refused, and never accepted as another user")
        func mutated() async throws {
            let verifier = try await TokenVerifier(TokenRules(keys: [.publicKey(pem: TestTokens.rsaPublicKey)]))
            let token = Array(try await TestTokens.signedByRSA(TestTokens.Claims("ann")).utf8)
            let now = Date().timeIntervalSince1970 * 1000
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<2_000 {
                var bytes = token
                for _ in 0..<Int.random(in: 1...3, using: &generator) {
                    let index = Int.random(in: 0..<bytes.count, using: &generator)
                    if Bool.random(using: &generator) {
                        bytes[index] = UInt8.random(in: 0..<128, using: &generator)
                    } else {
                        bytes.remove(at: index)
                    }
                }
                let text = String(decoding: bytes, as: UTF8.self)
                // The last character of base64 has bits that decoders ignore.
                guard let user = try? verifier.user(of: text, now: now) else { continue }
                #expect(user.auth.uid == "ann", "\(text)")
            }
        }

        @Test("the rights of a user end when the token expires, at once")
        func expiry() async throws {
            let time = TestClock()
            try await Self.run(TokenRules(keys: [.secret(TestTokens.secret)]), clock: time.clock) { server in
                let socket = try await RawSocket.greeted(server)
                let long = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 1e300))
                let short = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 60))
                for (number, token) in [(1, short), (2, long), (3, short)] {
                    socket.send(#"{"t":"d","d":{"r":\#(number),"a":"auth","b":{"cred":"\#(token)"}}}"#)
                    #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
                }
                socket.send(#"{"t":"d","d":{"r":4,"a":"q","b":{"p":"/n","h":""}}}"#)
                #expect(await socket.next()?.text.contains(#""d":null"#) == true)
                #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
                // Only the present token ends the rights, once, not the equal one that another replaced.
                time.advance(bySeconds: 3_600)
                let notice = try #require(await socket.next()).text
                #expect(notice.contains(#""a":"ac""#) && notice.contains("expired_token"))
                let revocation = try #require(await socket.next()).text
                #expect(revocation.contains(#""a":"c""#) && revocation.contains("n"))
                socket.send(#"{"t":"d","d":{"r":5,"a":"g","b":{"p":"/n"}}}"#)
                #expect(await socket.next()?.text.contains("permission_denied") == true)
            }
        }

        @Test("a stream ends when the token expires")
        func stream() async throws {
            let time = TestClock()
            try await Self.run(TokenRules(keys: [.secret(TestTokens.secret)]), clock: time.clock) { server in
                let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 60))
                let connection = try await RawConnection.open(port: server.port)
                connection.send(
                    "GET /n.json?auth=\(token) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
                #expect(await connection.read(through: "event: put") != nil)
                time.advance(bySeconds: 3_600)
                let rest = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(rest.contains("event: auth_revoked"), "\(rest)")
            }
        }

        @Test("keys at an address of the issuer are read at the start, and again when a token names an unknown one")
        func keySetAddress() async throws {
            try await TestServer.run { issuer in
                // An issuer whose first set has a key that signs no token of this test.
                let other = TestTokens.keySet.replacing(#""kid": ""#, with: #""kid": "old-"#)
                #expect(try await issuer.send("PUT", "/keys.json", other).status == 200)
                let rules = TokenRules(keys: [.keySet(at: "\(issuer.url)/keys.json")])
                try await Self.run(rules, { $0.limits.failedSignIns = .max }) { server in
                    let token = try await TestTokens.signedByCurve(TestTokens.Claims("ann"), kid: "e")
                    #expect(try await issuer.send("PUT", "/keys.json", TestTokens.keySet).status == 200)
                    let refused = try await server.send("GET", "/n.json?auth=\(token)")
                    #expect(refused.body.contains("no key with the algorithm"), "\(refused.body)")
                    // The keys are read while the server goes on.
                    var tries = 0
                    while try await server.send("GET", "/n.json?auth=\(token)").status != 200, tries < 5000 {
                        tries += 1
                    }
                    #expect(tries < 5000)
                }
            }
        }

        @Test(
            "an address of keys that is not safe or does not answer is an error with the remedy",
            arguments: [
                ("http://keys.example/k", "https://"), ("keys", "https://"), ("ftp://127.0.0.1/k", "https://"),
                ("http://127.0.0.1:1/k", "cannot be reached"),
            ])
        func badAddress(address: String, text: String) async throws {
            let error = await #expect(throws: ServerError.self) {
                _ = try await TokenVerifier(TokenRules(keys: [.keySet(at: address)]))
            }
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }

        @Test("the renewal reads the keys again at most once a minute, and keeps the present ones if that fails")
        func renewal() async throws {
            try await TestServer.run { issuer in
                let stored = try await issuer.send("PUT", "/keys.json", TestTokens.keySet)
                #expect(stored.status == 200)
                let (events, continuation) = AsyncStream.makeStream(of: String.self)
                let rules = TokenRules(keys: [.keySet(at: "\(issuer.url)/keys.json")])
                let token = try await TestTokens.signedByCurve(TestTokens.Claims("ann"), kid: "e")
                let time = Date().timeIntervalSince1970 * 1000
                let renewal = KeyRenewal(
                    rules, try await TokenVerifier(rules), log: ServerLog(Logger { continuation.yield("log \($0)") }),
                    renewed: { verifier in
                        let user = try? verifier.user(of: token, now: time)
                        continuation.yield("renewed for \(user?.auth.uid ?? "no user")")
                    })
                var iterator = events.makeAsyncIterator()
                renewal.request(now: 1000)
                #expect(await iterator.next() == "renewed for ann")
                let replaced = try await issuer.send("PUT", "/keys.json", "1")
                #expect(replaced.status == 200)
                renewal.request(now: 60_999)
                // Without effect while the reading before has not ended, which its event does not await.
                while !renewal.isDue(now: 61_000) { await Task.yield() }
                renewal.request(now: 61_000)
                #expect(await iterator.next()?.contains("the present ones remain") == true)
                #expect(await iterator.next() == "renewed for ann")
            }
        }

        @Test("an issuer that does not answer does not keep away the new keys of another")
        func oneIssuerFails() async throws {
            try await TestServer.run { issuer in
                let other = TestTokens.keySet.replacing(#""kid": ""#, with: #""kid": "old-"#)
                for name in ["a", "b"] { #expect(try await issuer.send("PUT", "/\(name).json", other).status == 200) }
                let rules = TokenRules(keys: ["a", "b"].map { .keySet(at: "\(issuer.url)/\($0).json") })
                let verifier = try await TokenVerifier(rules)
                #expect(try await issuer.send("PUT", "/a.json", "1").status == 200)
                #expect(try await issuer.send("PUT", "/b.json", TestTokens.keySet).status == 200)
                let failures = Record<String>()
                let renewed = await verifier.renewed(rules) { failures.note($0.message) }
                #expect(failures.entries.count == 1 && failures.entries[0].contains("/a.json"))
                let now = Date().timeIntervalSince1970 * 1000
                for kid in ["e", "old-e"] {
                    let token = try await TestTokens.signedByCurve(TestTokens.Claims("ann"), kid: kid)
                    #expect(try renewed.user(of: token, now: now).auth.uid == "ann")
                }
            }
        }

        @Test(
            "a redirection is followed to a safe address only, and a response that is too large is cut off",
            arguments: [
                ("http://127.0.0.1:PORT/keys", nil), ("http://keys.example/k", "status 200"), ("large", "1 MiB"),
            ])
        func transfer(target: String, text: String?) async throws {
            let issuer = try await TestIssuer.start { port, path in
                if path == "/keys" { return TestIssuer.response(TestTokens.keySet) }
                if target == "large" { return TestIssuer.response(String(repeating: "x", count: 3 << 20)) }
                let address = target.replacing("PORT", with: "\(port)")
                return "HTTP/1.1 302 Found\r\nLocation: \(address)\r\nContent-Length: 0\r\n\r\n"
            }
            let rules = TokenRules(keys: [.keySet(at: "http://127.0.0.1:\(issuer.port)/first")])
            guard let text else {
                _ = try await TokenVerifier(rules)
                return
            }
            let error = await #expect(throws: ServerError.self) { _ = try await TokenVerifier(rules) }
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }

        @Test("an address with too many failures must wait")
        func limited() async throws {
            try await Self.run(
                TokenRules(keys: [.secret(TestTokens.secret)]),
                {
                    $0.adminSecret = "0123456789abcdef"
                    $0.limits.failedSignIns = 3
                }
            ) { server in
                let expired = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: -1))
                for _ in 0..<4 { #expect(try await server.send("GET", "/n.json?auth=\(expired)").status == 401) }
                for _ in 0..<3 { #expect(try await server.send("GET", "/n.json?auth=guess").status == 401) }
                let reply = try await server.send("GET", "/n.json?auth=0123456789abcdef")
                #expect(reply.status == 429)
                #expect(reply.body.contains("try again in"))
                #expect(try await server.send("GET", "/.settings/rules.json?auth=0123456789abcdef").status == 429)
                let socket = try await RawSocket.greeted(server)
                socket.send(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"x"}}}"#)
                #expect(await socket.next()?.text.contains("too_many_requests") == true)
            }
        }

        @Test("failures are counted by address for a minute, for a limited number of addresses")
        func failures() {
            var failures = FailedSignIns(limit: 2)
            failures.add("a", now: 0)
            #expect(failures.delay(of: "a", now: 0) == nil)
            failures.add("a", now: 1_000)
            #expect(failures.delay(of: "a", now: 1_000) == 59)
            #expect(failures.delay(of: "b", now: 1_000) == nil)
            #expect(failures.delay(of: "a", now: 60_000) == nil)
            failures.add("a", now: 60_000)
            #expect(failures.delay(of: "a", now: 60_000) == nil)
            for index in 0..<FailedSignIns.addressLimit + 10 { failures.add("\(index)", now: 60_001) }
            failures.add("a", now: 60_002)
            #expect(failures.delay(of: "\(FailedSignIns.addressLimit + 9)", now: 60_002) == nil)
        }

        @Test(
            "keys that cannot be used are errors with the remedy",
            arguments: [
                (TokenKey.secret("short"), "at least 32"), (.publicKey(pem: "none"), "PEM form"),
                (.keySet("{}"), "keys"), (.keySet("no JSON"), "key set"),
                (.keySet(#"{"keys": [{"kty": "RSA", "alg": "RS256", "e": "AQAB", "n": "AQAB"}]}"#), "(kid)"),
            ])
        func badKeys(key: TokenKey, text: String) async {
            var configuration = ServerConfiguration(port: 0)
            configuration.tokens = TokenRules(keys: [.secret(TestTokens.secret), key])
            let error = await #expect(throws: ServerError.self) { try await DatabaseServer(configuration).start() }
            #expect(error?.message.contains("token key 2") == true)
            #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        }
    }
#endif
