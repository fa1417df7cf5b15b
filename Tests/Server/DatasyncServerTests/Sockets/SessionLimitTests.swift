#if Server
    import DatasyncLog
    import DatasyncTesting
    import NIOCore
    import TestSupport
    import Testing

    @testable import DatasyncServer

    @Suite("Limits of sessions", .timeLimit(.minutes(30)))
    struct SessionLimitTests {
        private static func request(_ number: Int, _ action: String, _ body: String) -> String {
            #"{"t":"d","d":{"r":\#(number),"a":"\#(action)","b":\#(body)}}"#
        }

        @Test("a limit allows as many events at once, and the rest over time")
        func rate() {
            let start = NIODeadline.uptimeNanoseconds(1_000)
            var rate = RateLimit(4, now: start)
            for _ in 0..<4 { #expect(rate.note(now: start) == .zero) }
            #expect(rate.note(now: start) == .milliseconds(250))
            #expect(rate.note(now: start + .milliseconds(250)) == .milliseconds(250))
            #expect(rate.note(now: start + .milliseconds(750)) == .zero)
            // A long pause fills the bucket once.
            for _ in 0..<4 { #expect(rate.note(now: start + .hours(1)) == .zero) }
            #expect(rate.note(now: start + .hours(1)) == .milliseconds(250))
            #expect(rate.note(6, now: start + .hours(1)) == .milliseconds(1_750))
        }

        @Test("a client whose large writes are refused is read more slowly, over both protocols; others are not")
        func largeRefusals() async throws {
            try await TestServer.run(
                {
                    $0.rules = #"{"rules": {"$key": {".write": "newData.val() == 1"}}}"#
                    $0.limits.refusedBytesPerSecond = 50_000
                }
            ) { server in
                // More than a full bucket, however slow the machine: each write costs 0.4 seconds or more.
                let text = String(repeating: "x", count: 70_000)
                let start = NIODeadline.now()
                let socket = try await RawSocket.greeted(server)
                for number in 1...2 { socket.send(Self.request(number, "p", #"{"p":"/a","d":"\#(text)"}"#)) }
                for number in 1...2 {
                    let answer = try #require(await socket.next()).text
                    #expect(answer.contains("\"r\":\(number),") && answer.contains("permission_denied"))
                }
                #expect(NIODeadline.now() - start >= .milliseconds(400))
                let metrics = try await server.send("GET", "/metrics").body
                #expect(!metrics.contains("datasync_slowed_clients_total 0\n"))
                let other = try await RawSocket.greeted(server)
                other.send(Self.request(1, "p", #"{"p":"/b","d":1}"#))
                #expect(await other.next()?.text.contains(#""s":"ok""#) == true)
                let between = NIODeadline.now()
                #expect(try await server.send("PUT", "/a.json", "\"\(text)\"").status == 401)
                #expect(NIODeadline.now() - between >= .milliseconds(400))
            }
        }

        @Test("listens above the limit are refused until another one ends; the same query again is none more")
        func listens() async throws {
            try await TestServer.run({ $0.limits.listens = 2 }) { server in
                let socket = try await RawSocket.greeted(server)
                func answer(_ number: Int, _ action: String, _ path: String) async -> String {
                    socket.send(Self.request(number, action, #"{"p":"\#(path)","h":""}"#))
                    let text = await socket.next()?.text ?? ""
                    return text.contains(#""d":null"#) ? await socket.next()?.text ?? "" : text
                }
                for (number, path) in ["/a", "/b", "/a"].enumerated() {
                    #expect(await answer(number, "q", path).contains(#""s":"ok""#))
                }
                let refused = await answer(4, "q", "/c")
                #expect(refused.contains("too_many_requests") && refused.contains("2 queries"), "\(refused)")
                #expect(await answer(5, "n", "/a").contains(#""s":"ok""#))
                #expect(await answer(6, "q", "/c").contains(#""s":"ok""#))
            }
        }

        @Test("a client whose requests are refused too often is disconnected with the reason")
        func refusals() async throws {
            try await TestServer.run(
                {
                    $0.limits.refusalsPerSecond = 3
                    $0.rules = #"{"rules": {}}"#
                }
            ) { server in
                let socket = try await RawSocket.greeted(server)
                for number in 1...100 { socket.send(Self.request(number, "p", #"{"p":"/a","d":1}"#)) }
                let frame = try #require(await socket.close())
                #expect(frame.code == 1008)
                #expect(frame.reason.contains("3 requests were refused"), "\(frame.reason)")
            }
        }

        /// Each message has the same frames, of which the sizes are given.
        @Test(
            "a client with a megabyte of requests without a response is read again when they have one",
            arguments: [[60_000], [60_000, 60_000, 60_000, 66_000]])
        func unanswered(sizes: [Int]) async throws {
            let log = HeldLog(MemoryLog.shared())
            try await TestServer.run(shared: log) { server in
                let socket = try await RawSocket.greeted(server)
                log.hold()
                let count = 200 / sizes.count
                for number in 1...count {
                    let text = String(repeating: "x", count: sizes.reduce(0, +) - 60)
                    var rest = Self.request(number, "p", #"{"p":"/a","d":"\#(text)"}"#)[...]
                    if sizes.count > 1 { socket.send("\(sizes.count)") }
                    for size in sizes {
                        socket.send(String(rest.prefix(size)))
                        rest = rest.dropFirst(size)
                    }
                }
                try await waitUntil("the server reads no more", milliseconds: 240_000) {
                    try await !server.send("GET", "/metrics").body.contains("datasync_slowed_clients_total 0\n")
                }
                let metrics = try await server.send("GET", "/metrics").body
                let line = metrics.split(separator: "\n").first { $0.hasPrefix("datasync_messages_received_total ") }
                let received = try #require(line?.split(separator: " ").last.flatMap { Int($0) })
                // Those above the limit were read together with the last one below it.
                #expect(received >= 17 && received < 60, "\(received) of \(count)")
                log.release()
                for number in 1...count {
                    let answer = try #require(await socket.next()).text
                    #expect(answer.contains("\"r\":\(number),") && answer.contains(#""s":"ok""#))
                }
            }
        }

        @Test("a client that sends too many requests is read more slowly, and each of them is answered")
        func requests() async throws {
            try await TestServer.run({ $0.limits.requestsPerSecond = 20 }) { server in
                let socket = try await RawSocket.greeted(server)
                // Together, so that the server reads them at once on a slow machine too.
                let frames = (1...60).map { number in
                    RawSocket.frame(opcode: 1, Array(Self.request(number, "p", #"{"p":"/a","d":\#(number)}"#).utf8))
                }
                socket.connection.send(Array(frames.joined()))
                for number in 1...60 {
                    let answer = try #require(await socket.next()).text
                    #expect(answer.contains("\"r\":\(number),") && answer.contains(#""s":"ok""#))
                }
                let metrics = try await server.send("GET", "/metrics").body
                #expect(!metrics.contains("datasync_slowed_clients_total 0\n"))
                #expect(try await server.send("GET", "/a.json").body == "60")
            }
        }
    }
#endif
