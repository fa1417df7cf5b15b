#if Server
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("The end of rights when the clock is set", .timeLimit(.minutes(30)))
    struct ExpiryTests {
        private static let secret = "0123456789abcdef0123456789abcdef"

        private func run(
            _ time: TestClock, _ change: (inout ServerConfiguration) -> Void = { _ in },
            _ body: (TestServer) async throws -> Void
        ) async throws {
            try await TestServer.run(
                {
                    $0.tokens = TokenRules(keys: [.secret(TestTokens.secret)])
                    $0.rules = #"{"rules": {".read": "auth.uid == 'ann'"}}"#
                    $0.adminSecret = Self.secret
                    change(&$0)
                }, clock: time.clock, body)
        }

        private func signedIn(_ server: TestServer) async throws -> RawSocket {
            let socket = try await RawSocket.greeted(server)
            let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 60))
            socket.send(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"\#(token)"}}}"#)
            #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
            return socket
        }

        @Test("after a jump forward, the next message of a session has no rights of the user")
        func session() async throws {
            let time = TestClock()
            try await run(time) { server in
                let socket = try await signedIn(server)
                socket.send(#"{"t":"d","d":{"r":2,"a":"g","b":{"p":"/n"}}}"#)
                #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
                time.jump(bySeconds: 3_600)
                socket.send(#"{"t":"d","d":{"r":3,"a":"g","b":{"p":"/n"}}}"#)
                let notice = try #require(await socket.next()).text
                #expect(notice.contains(#""a":"ac""#) && notice.contains("expired_token"), "\(notice)")
                #expect(await socket.next()?.text.contains("permission_denied") == true)
                let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 3_600))
                socket.send(#"{"t":"d","d":{"r":4,"a":"auth","b":{"cred":"\#(token)"}}}"#)
                #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
                socket.send(#"{"t":"d","d":{"r":5,"a":"g","b":{"p":"/n"}}}"#)
                #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
            }
        }

        @Test("a silent session loses its rights within half a minute after a jump forward")
        func silentSession() async throws {
            let time = TestClock()
            try await run(time) { server in
                let socket = try await signedIn(server)
                time.jump(bySeconds: 3_600)
                time.advance(bySeconds: 30)
                #expect(await socket.next()?.text.contains("expired_token") == true)
            }
        }

        @Test("a jump back does not prolong the rights of a session, and is logged once")
        func back() async throws {
            let time = TestClock()
            try await run(time) { server in
                let socket = try await signedIn(server)
                time.jump(bySeconds: -3_600)
                for number in 2...4 {
                    socket.send(#"{"t":"d","d":{"r":\#(number),"a":"g","b":{"p":"/n"}}}"#)
                    #expect(await socket.next()?.text.contains(#""s":"ok""#) == true)
                }
                let lines = server.log.entries.filter { $0.contains("the clock went back") }
                #expect(lines.count == 1 && lines[0].contains("3600 seconds"), "\(lines)")
                time.advance(bySeconds: 3_600)
                #expect(await socket.next()?.text.contains("expired_token") == true)
            }
        }

        private func stream(_ server: TestServer) async throws -> RawConnection {
            let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann", expiry: 60))
            let connection = try await RawConnection.open(port: server.port)
            connection.send(
                "GET /n.json?auth=\(token) HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\n\r\n")
            #expect(await connection.read(through: "event: put") != nil)
            return connection
        }

        @Test("after a jump forward, a stream ends instead of a keep-alive event")
        func keepAlive() async throws {
            let time = TestClock()
            try await run(time, { $0.limits.streamKeepAlive = .milliseconds(20) }) { server in
                let connection = try await stream(server)
                time.jump(bySeconds: 3_600)
                let rest = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(rest.contains("event: auth_revoked"), "\(rest)")
            }
        }

        @Test("after a jump forward, a stream ends instead of an event")
        func event() async throws {
            let time = TestClock()
            try await run(time) { server in
                let connection = try await stream(server)
                time.jump(bySeconds: 3_600)
                #expect(try await server.send("PUT", "/n.json?auth=\(Self.secret)", "\"later\"").status == 200)
                let rest = String(decoding: await connection.readToEnd(), as: UTF8.self)
                #expect(rest.contains("event: auth_revoked") && !rest.contains("later"), "\(rest)")
            }
        }
    }
#endif
