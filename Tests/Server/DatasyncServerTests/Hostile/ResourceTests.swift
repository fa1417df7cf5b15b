#if Server
    import DatasyncConcurrency
    import Foundation
    import NIOCore
    import TestSupport
    import Testing

    @testable import DatasyncServer
    @testable import DatasyncWebSocket

    /// The memory, the time and the connections that one client can take from the others.
    @Suite("Resources of the server", .timeLimit(.minutes(30)))
    struct ResourceTests {
        private static let closedRules = #"{"rules":{"open":{".read":true,".write":true}}}"#

        private static func request(_ number: Int, _ action: String, _ body: String) -> String {
            #"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#
        }

        @Test("a request that no rule can allow is refused before its content has arrived", arguments: ["PUT", "POST"])
        func refusedBeforeContent(method: String) async throws {
            try await TestServer.run({ $0.rules = Self.closedRules }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send(
                    "\(method) /secret.json HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\n"
                        + "Expect: 100-continue\r\n\r\n")
                #expect(await connection.read(through: "\r\n") == "HTTP/1.1 401 Unauthorized\r\n")
                connection.close()
                let allowed = try await server.send(
                    method, "/open.json", "\"\(String(repeating: "x", count: 100_000))\"")
                #expect(allowed.status == 200)
            }
        }

        @Test(
            "the content of a request that is not for data, or only reads, is not awaited",
            arguments: [
                ("PUT /.settings/rules.json", "401 Unauthorized"),
                ("POST /.settings/webhooks.json", "401 Unauthorized"),
                ("PUT /healthz", "401 Unauthorized"), ("GET /open.json", "413 Payload Too Large"),
                ("GET /healthz", "413 Payload Too Large"),
            ])
        func uselessContent(request: String, status: String) async throws {
            try await TestServer.run({ $0.rules = Self.closedRules }) { server in
                let connection = try await RawConnection.open(port: server.port)
                connection.send(
                    "\(request) HTTP/1.1\r\nHost: localhost\r\nContent-Length: 30000000\r\nExpect: 100-continue\r\n\r\n"
                )
                #expect(await connection.read(through: "\r\n") == "HTTP/1.1 \(status)\r\n")
                connection.close()
            }
        }

        @Test(
            "a foreign page learns nothing about a credential from a large request",
            arguments: ["right-secret-of-this-server", "wrong-secret-of-this-server"])
        func foreignPage(secret: String) async throws {
            try await TestServer.run {
                $0.rules = Self.closedRules
                $0.adminSecret = "right-secret-of-this-server"
            } _: { server in
                let connection = try await RawConnection.open(port: server.port)
                // The page has pointed its own name at this machine.
                connection.send(
                    "POST /secret.json?auth=\(secret) HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 70000\r\n\r\n")
                #expect(await connection.read(through: "\r\n") == "HTTP/1.1 421 Misdirected Request\r\n")
                connection.close()
            }
        }

        @Test("a content with too many children is refused with the place")
        func tooManyChildren() async throws {
            try await TestServer.run { server in
                let list = "{\"a\":{\"b\":[" + String(repeating: "1,", count: 60_000) + "1]}}"
                let response = try await server.send("PUT", "/x.json", list)
                #expect(response.status == 413)
                #expect(response.body.contains("more than 50000 children at /x/a/b"), "\(response.body)")
                let socket = try await RawSocket.greeted(server)
                socket.send(Self.request(1, "p", "{\"p\":\"/x\",\"d\":\(list)}"))
                let refused = await socket.next()?.text ?? ""
                #expect(refused.contains(#""r":1,"b":{"s":"too_big""#), "\(refused)")
                #expect(refused.contains("more than 50000 children at /d/b/d/a/b"), "\(refused)")
                // The session goes on, and a merge may have more parts than a node has children.
                let parts = (0..<50_001).map { #""n\#($0 % 7)/k\#($0)":null"# }.joined(separator: ",")
                socket.send(Self.request(2, "m", "{\"p\":\"/x\",\"d\":{\(parts)}}"))
                #expect(await socket.next()?.text.contains(#""r":2,"b":{"s":"ok""#) == true)
                #expect(try await server.send("PATCH", "/x.json", "{\(parts)}").status == 200)
            }
        }

        @Test("a large WebSocket write that no rule can allow is refused, and the messages behind it keep their order")
        func refusedLargeMessage() async throws {
            try await TestServer.run({ $0.rules = Self.closedRules }) { server in
                let socket = try await RawSocket.greeted(server)
                let text = String(repeating: "x", count: 200_000)
                socket.send(Self.request(1, "p", #"{"p":"/secret","d":"\#(text)"}"#))
                socket.send(Self.request(2, "p", #"{"p":"/open/a","d":1}"#))
                socket.send(Self.request(3, "p", #"{"p":"/open/b","d":"\#(text)"}"#))
                socket.send(Self.request(4, "g", #"{"p":"/open/a"}"#))
                var answers: [String] = []
                for _ in 1...4 { answers.append(await socket.next()?.text ?? "") }
                #expect(answers[0].contains(#""r":1"#) && answers[0].contains("permission_denied"), "\(answers)")
                #expect(answers[1].contains(#""r":2"#) && answers[1].contains(#""s":"ok""#), "\(answers)")
                #expect(answers[2].contains(#""r":3"#) && answers[2].contains(#""s":"ok""#), "\(answers)")
                #expect(answers[3].contains(#""r":4"#) && answers[3].contains(#""d":1"#), "\(answers)")
            }
        }

        @Test(
            "answers that nobody reads take no more memory than the limit for all; the slowest clients are disconnected"
        )
        func unread() async throws {
            try await TestServer.run({ $0.limits.totalOutgoingBytes = 4 << 20 }) { server in
                let text = String(repeating: "x", count: 2 << 20)
                try await server.send("PUT", "/a.json", "\"\(text)\"")
                var sockets: [RawSocket] = []
                for _ in 0..<6 {
                    let socket = try await RawSocket.open(server, receiveBuffer: 4096)
                    _ = await socket.next()
                    try await socket.connection.stopReading()
                    for number in 1...8 { socket.send(Self.request(number, "g", #"{"p":"/a"}"#)) }
                    sockets.append(socket)
                }
                // Others are answered meanwhile, and the memory of the slow clients is given to them.
                var slow = "datasync_slow_clients_total 0\n"
                for _ in 0..<200 where slow.hasSuffix(" 0\n") {
                    let answer = try await server.send("GET", "/a.json")
                    #expect(answer.body.utf8.count == 2 + text.utf8.count)
                    let lines = try await server.send("GET", "/metrics").body.split(separator: "\n")
                    slow = lines.first { $0.hasPrefix("datasync_slow_clients_total ") }.map { "\($0)\n" } ?? ""
                }
                #expect(!slow.hasSuffix(" 0\n"), "\(slow)")
                for socket in sockets { socket.connection.close() }
            }
        }

        @Test("conditional writes that meet another value are no refusals that end the session")
        func stale() async throws {
            try await TestServer.run({ $0.limits.refusalsPerSecond = 3 }) { server in
                let socket = try await RawSocket.greeted(server)
                for number in 1...50 {
                    socket.send(Self.request(number, "p", #"{"p":"/n","d":1,"h":"x"}"#))
                }
                var answers = 0
                while answers < 50, let text = await socket.next()?.text {
                    if text.contains("datastale") { answers += 1 }
                }
                #expect(answers == 50)
            }
        }

        @Test("the on-disconnect writes of a session are limited in bytes, and the last one at a path counts")
        func onDisconnect() async throws {
            try await TestServer.run({ $0.limits.onDisconnectBytes = 100_000 }) { server in
                let socket = try await RawSocket.greeted(server)
                let text = String(repeating: "x", count: 40_000)
                func answer(_ number: Int, _ path: String) async -> String {
                    socket.send(Self.request(number, "o", #"{"p":"\#(path)","d":"\#(text)"}"#))
                    return await socket.next()?.text ?? ""
                }
                for number in 1...5 { #expect(await answer(number, "/a").contains(#""s":"ok""#)) }
                #expect(await answer(6, "/b").contains(#""s":"ok""#))
                #expect(await answer(7, "/c").contains("too_big"))
            }
        }

        @Test("a session signs in a limited number of times in a minute")
        func signIns() async throws {
            let time = TestClock()
            try await TestServer.run(
                {
                    $0.isEmulator = true
                    $0.limits.signInsPerMinute = 3
                }, clock: time.clock
            ) { server in
                let socket = try await RawSocket.greeted(server)
                func answer(_ number: Int) async -> String {
                    socket.send(Self.request(number, "auth", #"{"cred":"ada"}"#))
                    return await socket.next()?.text ?? ""
                }
                for number in 1...3 { #expect(await answer(number).contains(#""s":"ok""#)) }
                #expect(await answer(4).contains("too_many_requests"))
                time.advance(bySeconds: 60)
                #expect(await answer(5).contains(#""s":"ok""#))
            }
        }

        @Test("one-shot reads of many children need a declared index, as rules and the emulator allow")
        func indexes() async throws {
            let list = "[" + (0..<10_001).map { "{\"a\":\($0 % 97)}" }.joined(separator: ",") + "]"
            let query = "?orderBy=%22a%22&limitToFirst=1"
            let rules = #"{"rules":{".read":true,".write":true,"declared":{".indexOn":"a"}}}"#
            for (isEmulator, status) in [(false, 400), (true, 200)] {
                try await TestServer.run(
                    {
                        $0.rules = rules
                        $0.isEmulator = isEmulator
                    }
                ) { server in
                    for name in ["declared", "plain"] { try await server.send("PUT", "/\(name).json", list) }
                    let plain = try await server.send("GET", "/plain.json" + query)
                    #expect(plain.status == status)
                    if status == 400 { #expect(plain.body.contains(#"add \".indexOn\": \"a\""#), "\(plain.body)") }
                    let declared = try await server.send("GET", "/declared.json" + query)
                    #expect(declared.body == #"[{"a":0}]"#)
                }
            }
        }

        @Test("a process without file descriptors says so once, and is not ready until one is free")
        func descriptors() throws {
            let log = Record<String>()
            let connections = ConnectionRegistry()
            let server = EmbeddedServer(connections, ServerLog(.init { log.note($0) }))
            for _ in 0..<3 { server.fail(EMFILE) }
            #expect(connections.shortage == "no more file descriptors")
            #expect(log.entries.count { $0.contains("ulimit -n") } == 1)
            server.accept()
            #expect(connections.shortage == nil)
            #expect(Descriptors.raiseLimit() >= 16)
        }

        @Test("the memory of a connection is free again when its share is released; large messages wait in order")
        func budget() {
            let evicted = Record<String>()
            let calls = Record<String>()
            let budget = OutgoingBudget(limit: 100, now: { .uptimeNanoseconds(0) }, timer: { _, _ in })
            var first: OutgoingBudget.Share? = budget.makeShare { evicted.note("first") }
            let second = budget.makeShare { evicted.note("second") }
            first?.add(60)
            second.add(30)
            budget.wait(for: 50) { calls.note("50") }
            budget.wait(for: 5) { calls.note("5") }
            #expect(calls.entries.isEmpty && evicted.entries.isEmpty)
            first = nil
            #expect(budget.used == 30 && calls.entries == ["50", "5"])
            budget.encoded(50)
            budget.encoded(5)
            #expect(budget.used == 30)
            // Above the limit, the connection with the most bytes of those that have taken nothing is closed, once.
            second.add(80)
            #expect(evicted.entries == ["second"] && budget.used == 0)
            second.add(1)
            #expect(evicted.entries == ["second"] && budget.used == 0)
        }

        @Test("a client that has just received something is not slow, however long it was silent")
        func silentClients() {
            let evicted = Record<String>()
            let now = Guarded(NIODeadline.uptimeNanoseconds(0))
            let budget = OutgoingBudget(limit: 1_000_000, now: { now.withLock(\.self) }, timer: { _, _ in })
            let silent = (0..<10).map { index in budget.makeShare { evicted.note("silent \(index)") } }
            let large = budget.makeShare { evicted.note("large") }
            let hog = budget.makeShare { evicted.note("hog") }
            now.withLock { $0 = .uptimeNanoseconds(5_000_000_000) }
            hog.add(800_000)
            now.withLock { $0 = .uptimeNanoseconds(6_000_000_000) }
            large.add(150_000)
            for share in silent { share.add(10_000) }
            #expect(evicted.entries == ["hog"] && budget.used == 250_000)
        }
    }
#endif
