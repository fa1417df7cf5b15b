#if Server
    import DatasyncConcurrency
    import DatasyncTesting
    import DatasyncTree
    import DatasyncWire
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("The messages of sessions", .timeLimit(.minutes(30)))
    struct MessageTraceTests {
        private static let secret = "the secret of the owner of this server"
        private static let target = "/.settings/messages.json"

        /// A stream of messages, and what has arrived of it.
        private final class Watcher {
            private let stream: RawConnection
            private(set) var texts: [String] = []

            init(_ server: TestServer, _ query: String = "") async throws {
                stream = try await EventStreamTests.open(server, MessageTraceTests.target + query, secret: secret)
                #expect(await EventStreamTests.next(stream) == "event: open\ndata: null")
            }

            /// Returns the next message; `nil` if the stream ends.
            func next() async throws -> JSON? {
                guard let event = await EventStreamTests.next(stream) else { return nil }
                let lines = event.split(separator: "\n")
                try #require(lines.first == "event: message", "\(event.prefix(200))")
                let text = String(try #require(lines.last).dropFirst("data: ".count))
                texts.append(text)
                return try JSONParser.parse(text)
            }

            /// Returns the next messages in words: the session, the sender, the kind, the path or status, and the data.
            func lines(_ count: Int) async throws -> [String] {
                var lines: [String] = []
                while lines.count < count, let message = try await next() {
                    let parts = ["session", "from", "kind", "number", "path", "query", "status", "data"].compactMap {
                        message[$0].map { $0.string ?? $0.text }
                    }
                    lines.append(parts.joined(separator: " "))
                }
                return lines
            }

            func close() { stream.close() }
        }

        private static func run(_ body: (TestServer) async throws -> Void) async throws {
            try await TestServer.run({ $0.adminSecret = secret }) { server in try await body(server) }
        }

        private static func request(_ number: Int, _ action: String, _ body: String) -> String {
            #"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#
        }

        @Test("the owner sees all messages of all sessions, in order, and no credential [console 8]")
        func messages() async throws {
            try await Self.run { server in
                let watcher = try await Watcher(server)
                let ada = try await RawSocket.greeted(server)
                let bob = try await RawSocket.greeted(server)
                #expect(try await watcher.lines(2) == ["1 server hello", "2 server hello"])
                ada.send(Self.request(1, "auth", #"{"cred":"\#(Self.secret)"}"#))
                _ = await ada.next()
                ada.send(Self.request(2, "q", #"{"p":"/a","h":""}"#))
                for _ in 0..<2 { _ = await ada.next() }
                #expect(
                    try await watcher.lines(5) == [
                        "1 client signIn 1", "1 server response 1 ok", "1 client listen 2 /a", "1 server set /a null",
                        "1 server response 2 ok",
                    ])
                bob.send(Self.request(7, "q", #"{"p":"/a","q":{"l":2,"vf":"r"},"t":1,"h":""}"#))
                for _ in 0..<2 { _ = await bob.next() }
                _ = try await watcher.lines(3)
                bob.send(Self.request(8, "m", #"{"p":"/a","d":{"x":{"name":"Bob"},"y":2}}"#))
                for _ in 0..<2 { _ = await bob.next() }
                _ = await ada.next()
                let lines = try await watcher.lines(4)
                #expect(lines.first == #"2 client merge 8 /a {"x":{"name":"Bob"},"y":2}"#)
                #expect(
                    Set(lines.dropFirst()) == [
                        #"1 server merge /a {"x":{"name":"Bob"},"y":2}"#,
                        #"2 server merge /a {"x":{"name":"Bob"},"y":2}"#,
                        "2 server response 8 ok",
                    ])
                #expect(!watcher.texts.joined().contains(Self.secret))
                #expect(watcher.texts.contains { $0.contains("last 2") })
            }
        }

        @Test("a write that is refused before its data are read is not shown as a removal [console 8]")
        func refusedWrites() throws {
            let text = Self.request(1, "p", #"{"p":"/a","d":null}"#)
            let removal = try #require(MessageDescription(ClientMessage(text: text))).event(session: 1, time: 0)
            #expect(removal.contains(#""data":null"#))
            let refused = try #require(MessageDescription(ClientMessage(text: text) { _ in false }))
            let event = refused.event(session: 1, time: 0)
            #expect(!event.contains(#""data":"#) && event.contains("refused before its data were read"))
        }

        @Test("a push to several sessions is shown for each of them [console 8]")
        func joinedPushes() async throws {
            try await Self.run { server in
                var sockets: [RawSocket] = []
                for _ in 0..<5 {
                    let socket = try await RawSocket.greeted(server)
                    socket.send(Self.request(1, "q", #"{"p":"/a","h":""}"#))
                    for _ in 0..<2 { _ = await socket.next() }
                    sockets.append(socket)
                }
                let watcher = try await Watcher(server)
                sockets[0].send(Self.request(2, "p", #"{"p":"/a","d":1}"#))
                let lines = try await watcher.lines(7)
                #expect(lines.first == "1 client set 2 /a 1")
                #expect(
                    Set(lines.dropFirst()) == Set((1...5).map { "\($0) server set /a 1" } + ["1 server response 2 ok"]))
            }
        }

        @Test("writes over HTTP are those of session 0; the response has their path [console 8]")
        func requests() async throws {
            try await Self.run { server in
                let watcher = try await Watcher(server)
                try await server.send("PUT", "/a.json", "1")
                try await server.send("PUT", "/a.json", "2", headers: ["if-match: x"])
                #expect(
                    try await watcher.lines(4) == [
                        "0 client set 1 /a 1", "0 server response 1 /a ok", "0 client set 1 /a 2",
                        "0 server response 1 /a datastale",
                    ])
            }
        }

        @Test("one namespace, and one session if it is named [console 8]")
        func filters() async throws {
            try await Self.run { server in
                let (all, second) = (try await Watcher(server), try await Watcher(server, "?ns=default&session=2"))
                try await server.send("PUT", "/a.json?ns=other", "1")
                let sockets = [try await RawSocket.greeted(server), try await RawSocket.greeted(server)]
                for socket in sockets {
                    socket.send(Self.request(1, "p", #"{"p":"/a","d":1}"#))
                    _ = await socket.next()
                }
                #expect(
                    try await second.lines(3) == ["2 server hello", "2 client set 1 /a 1", "2 server response 1 ok"])
                #expect(try await all.lines(6).allSatisfy { !$0.hasPrefix("0") })
            }
        }

        @Test("only the owner watches, with a stream, and at most eight at a time [console 8]")
        func refusals() async throws {
            try await Self.run { server in
                let accept = "Accept: text/event-stream"
                let owner = "Authorization: Bearer \(Self.secret)"
                #expect(try await server.send("GET", Self.target, headers: [accept]).status == 401)
                let wrong = try await server.send("GET", Self.target, headers: [accept, "Authorization: Bearer x"])
                #expect(wrong.status == 401)
                let plain = try await server.send("GET", Self.target, headers: [owner])
                #expect(plain.status == 400 && plain.body.contains("text/event-stream"))
                let text = try await server.send("GET", Self.target + "?session=x", headers: [owner, accept])
                #expect(text.status == 400 && text.body.contains("list of sessions"))
                var watchers: [Watcher] = []
                for _ in 0..<MessageTrace.watcherLimit { watchers.append(try await Watcher(server)) }
                let ninth = try await server.send("GET", Self.target, headers: [owner, accept])
                #expect(ninth.status == 429 && ninth.body.contains("close one of them"))
                watchers.removeLast().close()
                try await waitUntil("there is room again", milliseconds: 240_000) {
                    let stream = try await EventStreamTests.open(server, "/a.json", secret: Self.secret)
                    defer { stream.close() }
                    let trace = try server.server.context.namespaces.use("default").namespace.trace
                    let probe = MessageStream(try server.server.context.namespaces.use("default"), session: nil)
                    defer { trace.remove(probe) }
                    return trace.add(probe)
                }
                for watcher in watchers { watcher.close() }
                try await waitUntil("nobody watches", milliseconds: 240_000) {
                    try !server.server.context.namespaces.use("default").namespace.trace.isWatched
                }
            }
        }

        @Test("a message is described in some kilobytes, whatever its size [console 8]")
        func sizes() throws {
            let long = String(repeating: "ä", count: 1 << 20)
            let key = Key(unchecked: String(repeating: "k", count: 700))
            let deep = Path(Array(repeating: key, count: 32))
            let text = try Node(.string(long))
            let parts = (0..<50_000).map { number in
                MergePart(path: Path([Key(unchecked: "k\(number)")]).appending(deep), value: WriteValue(.null))
            }
            let descriptions = [
                MessageDescription(Request(number: 1, action: .write(.set(WriteValue(text), at: deep)))),
                MessageDescription(Request(number: 1, action: .write(.merge(parts, at: deep)))),
                MessageDescription(.push(.merge(path: deep, children: parts.map { ($0.path, text) }, tag: nil))),
                MessageDescription(.push(.securityDebug(long))),
                MessageDescription(Response(number: 1, status: .permissionDenied, reason: long)),
            ]
            for description in descriptions {
                let event = try #require(description).event(session: 1, time: 0)
                #expect(event.utf8.count < 32_000 && event.hasSuffix("\n\n"), "\(event.prefix(100))")
            }
            #expect(descriptions[1]?.event(session: 1, time: 0).contains(#""parts":50000"#) == true)
        }

        @Test("secrets are not shown: those of webhooks and credentials [console 8]")
        func secrets() throws {
            let content = try WebhookContent(
                path: Path("/a"), kinds: [.valueChange], address: "https://example.org/hook?token=secret",
                context: "secret")
            for action: Request.Action in [
                .webhook(.add(content, id: "abcdefghijklmnop", secret: "secret")), .authenticate(credential: "secret"),
                .authenticate(credential: "secret", override: ["uid": "secret"]),
            ] {
                let event = MessageDescription(Request(number: 1, action: action)).event(session: 1, time: 0)
                #expect(!event.contains("secret"), "\(event)")
            }
        }

        @Test("of more messages than a limit in a second the others are counted, and the count is reported [console 8]")
        func limit() async throws {
            try await Self.run { server in
                let clock = Guarded(1_000.0)
                let trace = MessageTrace { clock.withLock(\.self) }
                let described = Guarded(0)
                let session = TracedSession(trace: trace, id: 1)
                func note(_ count: Int) {
                    for number in 0..<count {
                        session.note(
                            {
                                described.withLock { $0 += 1 }
                                return MessageDescription(Response(number: number, status: .ok))
                            }())
                    }
                }
                note(10)
                #expect(described.withLock(\.self) == 0)
                let stream = MessageStream(try server.server.context.namespaces.use("default"), session: nil)
                #expect(trace.add(stream))
                note(MessageTrace.messageLimit + 500)
                #expect(described.withLock(\.self) == MessageTrace.messageLimit && trace.lostCount == 500)
                clock.withLock { $0 += 999 }
                note(1)
                trace.reportLost()
                #expect(trace.lostCount == 501)
                clock.withLock { $0 += 1 }
                trace.reportLost()
                #expect(trace.lostCount == 0)
                note(1)
                #expect(described.withLock(\.self) == MessageTrace.messageLimit + 1)
                // A clock that is set back does not stop the trace.
                clock.withLock { $0 = 0 }
                note(1)
                #expect(described.withLock(\.self) == MessageTrace.messageLimit + 2)
                trace.remove(stream)
                note(1)
                #expect(described.withLock(\.self) == MessageTrace.messageLimit + 2)
            }
        }
    }
#endif
