#if Server
    import DatasyncBackend
    import DatasyncWire
    import Logging
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Addresses with too many failed sign-ins", .timeLimit(.minutes(30)))
    struct LockoutTests {
        private static let longSecret = "0123456789abcdef0123456789abcdef"

        private func run(secret: String, _ body: (TestServer) async throws -> Void) async throws {
            try await TestServer.run(
                {
                    $0.tokens = TokenRules(keys: [.secret(TestTokens.secret)], audience: "shop")
                    $0.adminSecret = secret
                    $0.limits.failedSignIns = 3
                }, body)
        }

        private func token(expiry: Double = 3_600, audience: String = "shop") async throws -> String {
            var claims = TestTokens.Claims("ann", expiry: expiry)
            claims.aud = [audience]
            return try await TestTokens.signedBySecret(claims)
        }

        @Test("do not lock out correctly signed tokens and a long admin secret behind the same address")
        func proven() async throws {
            try await run(secret: Self.longSecret) { server in
                for _ in 0..<3 { #expect(try await server.send("GET", "/n.json?auth=guess").status == 401) }
                #expect(try await server.send("GET", "/n.json?auth=guess").status == 429)
                for _ in 0..<3 {
                    #expect(try await server.send("GET", "/n.json?auth=\(try await token())").status == 200)
                    #expect(try await server.send("GET", "/n.json?auth=\(Self.longSecret)").status == 200)
                    #expect(try await server.send("GET", "/n.json?auth=\(Self.longSecret)x").status == 429)
                }
                let expired = try await server.send("GET", "/n.json?auth=\(try await token(expiry: -1))")
                #expect(expired.status == 401 && expired.body.contains("expired"))
                #expect(try await server.send("GET", "/n.json?auth=\(try await token(audience: "x"))").status == 429)
                let forged = try await TestTokens.signedBySecret(TestTokens.Claims("ann"), Self.longSecret)
                #expect(try await server.send("GET", "/n.json?auth=\(forged)").status == 429)
                #expect(!server.log.entries.contains { $0.contains("the admin secret") })
            }
        }

        @Test("lock out a short admin secret, which the log of the start says")
        func short() async throws {
            try await run(secret: String(Self.longSecret.dropLast())) { server in
                #expect(server.log.entries.contains { $0.contains("31 bytes") && $0.contains("at least 32") })
                for _ in 0..<3 { #expect(try await server.send("GET", "/n.json?auth=guess").status == 401) }
                let reply = try await server.send("GET", "/n.json?auth=\(Self.longSecret.dropLast())")
                #expect(reply.status == 429)
                #expect(try await server.send("GET", "/n.json?auth=\(try await token())").status == 200)
            }
        }

        @Test("cost a limited number of checks in a second, of which correct credentials use none")
        func bounded() {
            var failures = FailedSignIns(limit: 1)
            failures.add("a", now: 0)
            func begin(_ address: String, _ now: Double) -> Bool { failures.beginCheck(address, now: now) }
            for _ in 0..<FailedSignIns.checksPerSecond * 2 {
                #expect(begin("a", 10))
                failures.endCheck("a")
            }
            for _ in 0..<FailedSignIns.checksPerSecond { #expect(begin("a", 10)) }
            #expect(!begin("a", 900))
            #expect(begin("b", 900))
            #expect(begin("a", 1_010))
        }

        @Test("are counted by network for IPv6, and an IPv4 address in the form of IPv6 is that address")
        func networks() {
            var configuration = ServerConfiguration(port: 0)
            configuration.limits.failedSignIns = 2
            let signIn = SignIn(configuration, ServerLog(Logger { _ in }), clock: .system)
            func isLocked(_ address: String) -> Bool {
                if case .refused(.tooManyRequests, _) = signIn.check("guess", from: address).decision { return true }
                return false
            }
            #expect(!isLocked("2001:db8::1") && !isLocked("2001:db8::2:3:4:5"))
            #expect(isLocked("2001:db8::6"))
            #expect(!isLocked("2001:db8:0:1::1"))
            #expect(!isLocked("192.0.2.1") && !isLocked("::ffff:192.0.2.1"))
            #expect(isLocked("192.0.2.1") && isLocked("::ffff:c000:201"))
            #expect(!isLocked("192.0.2.2") && !isLocked("an unknown address"))
        }

        @Test(
            "the network of an address, or the text itself",
            arguments: [
                ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::1", "0:0:0:0::/64"),
                ("fe80::1%eth0", "fe80:0:0:0::/64"), ("2001:DB8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
                ("2001:db8::192.0.2.1", "2001:db8:0:0::/64"), ("::", "0:0:0:0::/64"), ("1:2:3", "1:2:3"),
                ("1::2::3", "1::2::3"), ("1.2.3", "1.2.3"), ("1.2.3.256", "1.2.3.256"), ("+1.2.3.4", "+1.2.3.4"),
                ("1:2:3:4:5:6:7::8", "1:2:3:4:5:6:7::8"), (":1", ":1"), ("12345::", "12345::"), ("::+1", "::+1"),
                ("1.2.3.4::", "1.2.3.4::"), ("a name", "a name"),
            ])
        func groups(address: String, group: String) {
            #expect(IPAddress.group(of: address) == group)
        }
    }
#endif
