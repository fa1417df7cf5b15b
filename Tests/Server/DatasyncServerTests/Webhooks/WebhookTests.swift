#if Server
    import DatasyncConcurrency
    import DatasyncTesting
    import DatasyncTestingInternals
    import DatasyncTree
    import NIOCore
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// The deliveries of webhooks to receivers that are well, down, slow and hostile.
    @Suite("Webhooks", .timeLimit(.minutes(30)))
    struct WebhookTests {
        static let secret = "the secret of the owner of this server"
        private static let owner = ["Authorization: Bearer \(secret)"]

        /// A server with a data directory, and a webhook.
        struct Bench {
            let server: TestServer
            let folder: TestFolder

            /// Adds a webhook, and returns it with its secret.
            @discardableResult
            func add(_ path: String, _ url: String, _ events: [String], namespace: String = "default") async throws
                -> JSON
            {
                let body: JSON = [
                    "path": .string(path), "url": .string(url), "events": .array(events.map(JSON.string)),
                ]
                let reply = try await send("POST", "/.settings/webhooks.json?ns=\(namespace)", body.text)
                try #require(reply.status == 200, "\(reply.body)")
                return try JSONParser.parse(reply.body)
            }

            @discardableResult
            func send(_ method: String, _ target: String, _ body: String? = nil) async throws -> TestResponse {
                try await server.send(method, target, body, headers: WebhookTests.owner)
            }

            func put(_ path: String, _ json: String) async throws {
                let reply = try await send("PUT", "\(path).json", json)
                try #require(reply.status == 200, "\(reply.body)")
            }

            func metric(_ name: String) async throws -> Int {
                let lines = try await send("GET", "/metrics").body.split(separator: "\n")
                let line = try #require(lines.first { $0.hasPrefix("datasync_\(name) ") })
                return try #require(line.split(separator: " ").last.flatMap { Int($0) })
            }
        }

        static func run(
            _ folder: TestFolder? = nil, hosts: [String] = ["127.0.0.1"], clock: ServerClock = .system,
            sender: WebhookSender? = nil, _ body: (Bench) async throws -> Void
        ) async throws {
            let folder = try folder ?? TestFolder()
            try await TestServer.run(
                { configuration in
                    configuration.dataDirectory = folder.file("data")
                    configuration.adminSecret = secret
                    configuration.webhookHosts = hosts
                    configuration.namespaces = ["default", "other"]
                }, clock: clock, sender: sender
            ) { server in
                try await body(Bench(server: server, folder: folder))
            }
        }

        @Test("each event is one signed request, in order; the secret is shown once [webhooks 1, 2]")
        func events() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.run { bench in
                try await bench.put("/orders/a", "1")
                let hook = try await bench.add(
                    "/orders", receiver.url + "?x=1", ["child_added", "child_removed", "value"])
                try await bench.put("/orders/b", #"{"text": "é"}"#)
                try await bench.put("/elsewhere", "1")
                try await bench.put("/orders", #"{"c": 1}"#)
                try await waitUntil("the events have arrived", milliseconds: 240_000) { receiver.requests.count == 6 }
                #expect(
                    receiver.lines == [
                        #"child_added b {"text":"é"}"#, #"value {"a":1,"b":{"text":"é"}}"#, "child_removed a 1",
                        #"child_removed b {"text":"é"}"#, "child_added c 1", #"value {"c":1}"#,
                    ])
                #expect(receiver.mostOpen == 1)
                let secret = try #require(hook["secret"]?.string)
                for request in receiver.requests {
                    #expect(WebhookReceiver.isSigned(request, secret) && !WebhookReceiver.isSigned(request, "x"))
                    #expect(request.path == "/hook?x=1" && request.headers["datasync-webhook"] == hook["id"]?.string)
                    #expect(request.headers["datasync-event"] == request.id && request.headers["host"] == receiver.host)
                    #expect(request.json["path"]?.string == "/orders" && request.json["time"]?.number ?? 0 > 1e12)
                }
                let ids = receiver.requests.map(\.id)
                #expect(Set(ids).count == 6 && ids[0].hasSuffix("-0") && ids[1].hasSuffix("-1"))
                #expect(receiver.requests[0].json["previousKey"]?.string == "a")
                #expect(receiver.requests[4].json["previousKey"]?.text == "null")
                let listed = try await bench.send("GET", "/.settings/webhooks.json")
                #expect(listed.body.contains(hook["id"]?.string ?? "?") && !listed.body.contains(secret))
                let other = try await bench.send("GET", "/.settings/webhooks.json?ns=other")
                #expect(other.body == "[]")
            }
            try await receiver.stop()
        }

        @Test(
            "a receiver that is down, slow, redirects or answers in vain gets each event again until it accepts [webhooks 3]"
        )
        func retries() async throws {
            let receiver = try await WebhookReceiver.start()
            let stranger = try await WebhookReceiver.start()
            let clock = TestClock()
            // Three of the answers are never complete, and the last one must not be late on a slow machine.
            let sender = try WebhookSender(timeout: .seconds(3))
            try await Self.run(clock: clock.clock, sender: sender) { bench in
                let redirect =
                    "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:\(stranger.port)/\r\nContent-Length: 0\r\n\r\n"
                let large = "HTTP/1.1 500 X\r\nContent-Length: 9000000\r\n\r\n" + String(repeating: "x", count: 100_000)
                let answers: [WebhookReceiver.Answer] = [
                    .status(500), .close, .nothing, .text(redirect), .text(large), .text("HTTP/1.1 200 OK\r\nContent-"),
                    .text("\0\0\0"), .text("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 404 X\r\nContent-Length: 0\r\n\r\n"),
                ]
                receiver.answer { _, number in number <= answers.count ? answers[number - 1] : .status(204) }
                try await bench.add("/a", receiver.url, ["value"])
                try await bench.put("/a", "1")
                try await bench.put("/a", "2")
                for count in 1...answers.count {
                    try await waitUntil("attempt \(count)", milliseconds: 240_000) { receiver.requests.count == count }
                    // The failure is noted after the response, so the clock moves until the next attempt.
                    try await waitUntil("attempt \(count + 1)", milliseconds: 240_000) {
                        clock.advance(bySeconds: 0.5)
                        return receiver.requests.count > count
                    }
                }
                try await waitUntil("the second event", milliseconds: 240_000) { receiver.lines.last == "value 2" }
                #expect(receiver.lines == Array(repeating: "value 1", count: answers.count + 1) + ["value 2"])
                #expect(Set(receiver.requests.map(\.id)).count == 2 && stranger.requests.isEmpty)
                #expect(try await bench.metric("webhook_failures_total") == answers.count)
                try await waitUntil("both are counted", milliseconds: 240_000) {
                    try await bench.metric("webhook_events_total") == 2
                }
                // A receiver that is not there at all.
                try await receiver.stop()
                try await bench.put("/a", "3")
                try await waitUntil("a failure without a receiver", milliseconds: 240_000) {
                    try await bench.metric("webhook_failures_total") == answers.count + 1
                }
            }
            try await stranger.stop()
        }

        @Test("delays double from a second to an hour, less a random share, for a day [webhooks 3]")
        func schedule() {
            var schedule = RetrySchedule(since: nil)
            var (now, delays) = (0.0, [Double]())
            while let delay = schedule.failed(now: now, share: 0) {
                delays.append(delay)
                now += delay
            }
            #expect(delays.prefix(4) == [1_000, 2_000, 4_000, 8_000] && delays.max() == 3_600_000)
            #expect(now >= 24 * 3_600_000 && now < 25 * 3_600_000)
            #expect(schedule.failed(now: now, share: 0) == nil)
            schedule.accepted()
            #expect(schedule.failed(now: now, share: 1) == 800)
            var later = RetrySchedule(since: now - 24 * 3_600_000)
            #expect(later.failed(now: now, share: 0) == nil)
        }

        @Test("after a day it is parked with the reason, and resumes with the current value [webhooks 4]")
        func parking() async throws {
            let receiver = try await WebhookReceiver.start()
            receiver.answer { _, _ in .status(503) }
            let clock = TestClock()
            try await Self.run(clock: clock.clock) { bench in
                let id = try #require(try await bench.add("/a", receiver.url, ["value"])["id"]?.string)
                try await bench.put("/a", "1")
                try await waitUntil("it is parked", milliseconds: 240_000) {
                    clock.advance(bySeconds: 1_800)
                    let hook = try JSONParser.parse(try await bench.send("GET", "/.settings/webhooks/\(id).json").body)
                    return hook["status"]?.string == "parked" && hook["reason"]?.string?.contains("status 503") == true
                }
                clock.advance(bySeconds: 1)
                try await waitUntil("the metric says so", milliseconds: 240_000) {
                    try await bench.metric("webhooks_parked") == 1
                }
                let log = bench.server.log.entries
                #expect(log.contains { $0.contains("webhook \(id) is parked") })
                try await bench.put("/a", "2")
                receiver.answer { _, _ in .status(200) }
                let count = receiver.requests.count
                #expect(
                    try await bench.send("PATCH", "/.settings/webhooks/\(id).json", #"{"status": "active"}"#).status
                        == 200)
                try await waitUntil("the reload has arrived", milliseconds: 240_000) { receiver.requests.count > count }
                try await bench.put("/a", "3")
                try await waitUntil("the next event has arrived", milliseconds: 240_000) {
                    receiver.requests.count == count + 2
                }
                #expect(receiver.lines.suffix(2) == ["reload 2", "value 3"])
                // Paused, it gets nothing, and then the current value.
                try await bench.send("PATCH", "/.settings/webhooks/\(id).json", #"{"status": "paused"}"#)
                try await bench.put("/a", "4")
                try await bench.put("/a", "5")
                try await bench.send("PATCH", "/.settings/webhooks/\(id).json", #"{"status": "active"}"#)
                try await waitUntil("the next reload has arrived", milliseconds: 240_000) {
                    receiver.requests.count == count + 3
                }
                #expect(receiver.lines.last == "reload 5")
                #expect(try await bench.send("DELETE", "/.settings/webhooks/\(id).json").status == 200)
                try await bench.put("/a", "6")
                #expect(try await bench.send("GET", "/.settings/webhooks/\(id).json").status == 404)
                #expect(receiver.requests.count == count + 3)
            }
            try await receiver.stop()
        }

        @Test(
            "a receiver that was down for long gets each event once, from the log [webhooks 5]",
            arguments: [false, true])
        func behind(restarts: Bool) async throws {
            let receiver = try await WebhookReceiver.start()
            let isDown = Guarded(true)
            receiver.answer { _, _ in isDown.withLock(\.self) ? .status(500) : .status(200) }
            let folder = try TestFolder()
            let clock = TestClock()
            try await Self.run(folder, clock: clock.clock) { bench in
                try await bench.add("/a", receiver.url, ["value"])
                // More than may wait in memory, also with a snapshot between them.
                for number in 1...300 { try await bench.put("/a", "\(number)") }
                if restarts { return }
                isDown.withLock { $0 = false }
                try await waitUntil("all have arrived", milliseconds: 240_000) {
                    clock.advance(bySeconds: 1)
                    return receiver.lines.last == "value 300"
                }
            }
            if restarts {
                isDown.withLock { $0 = false }
                try await Self.run(folder, clock: clock.clock) { _ in
                    try await waitUntil("all have arrived after the restart", milliseconds: 240_000) {
                        clock.advance(bySeconds: 1)
                        return receiver.lines.last == "value 300"
                    }
                }
            }
            let accepted = receiver.lines.drop { $0 != "value 2" }
            #expect(Array(accepted) == (2...300).map { "value \($0)" } && receiver.lines.first == "value 1")
            try await receiver.stop()
        }

        @Test("a snapshot waits for the webhooks that need the records before it [webhooks 5]")
        func hold() async throws {
            let receiver = try await WebhookReceiver.start()
            receiver.answer { _, _ in .status(500) }
            try await Self.run { bench in
                try await bench.add("/a", receiver.url, ["value"])
                try await bench.put("/a", "1")
                try await waitUntil("the first attempt", milliseconds: 240_000) { !receiver.requests.isEmpty }
                let directory = bench.server.server.context.directory
                let use = try directory.table.use("default")
                let isStored = Guarded(false)
                let storing = Task {
                    try await use.namespace.storeSnapshot()
                    isStored.withLock { $0 = true }
                }
                try await waitUntil("another attempt", milliseconds: 240_000) { receiver.requests.count > 1 }
                let isEarly = isStored.withLock(\.self)
                #expect(!isEarly)
                receiver.answer { _, _ in .status(200) }
                try await storing.value
                #expect(receiver.lines.last == "value 1" && isStored.withLock(\.self))
                // A webhook that waits for events holds nothing back.
                try await bench.put("/b", "1")
                try await use.namespace.storeSnapshot()
            }
            try await receiver.stop()
        }

        @Test("a thousand webhooks of one namespace get their events, each in order [webhooks 6]")
        func thousand() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.run { bench in
                for index in 0..<1_000 {
                    try await bench.add("/n\(index % 100)", receiver.url + "/\(index)", ["value"])
                }
                let started = ContinuousClock.now
                for round in 1...3 {
                    let members = (0..<100).map { "\"n\($0)\": \(round)" }.joined(separator: ", ")
                    try await bench.put("/", "{\(members)}")
                }
                try await waitUntil("all have arrived", milliseconds: 240_000) { receiver.requests.count == 3_000 }
                print("1,000 webhooks: 3,000 events in \(ContinuousClock.now - started)")
                let byHook = Dictionary(grouping: receiver.requests, by: \.path)
                #expect(byHook.count == 1_000)
                #expect(byHook.values.allSatisfy { $0.map(\.line) == ["value 1", "value 2", "value 3"] })
                #expect(try await bench.metric("webhooks") == 1_000)
            }
            try await receiver.stop()
        }

        @Test("only the owner adds webhooks; what is not valid is refused with the remedy [webhooks 7]")
        func refusals() async throws {
            try await Self.run { bench in
                let good = #"{"path": "/a", "url": "https://example.org/", "events": ["value"]}"#
                #expect(try await bench.server.send("POST", "/.settings/webhooks.json", good).status == 401)
                #expect(try await bench.server.send("GET", "/.settings/webhooks.json").status == 401)
                for (body, word) in [
                    ("{}", "events"), (#"{"path": "/a$", "url": "https://e.org/", "events": ["value"]}"#, "a$"),
                    (#"{"path": "/a", "url": "https://e.org/", "events": []}"#, "events"),
                    (#"{"path": "/a", "url": "https://e.org/", "events": ["value_ack"]}"#, "child_added"),
                    (#"{"path": "/a", "url": "http://e.org/", "events": ["value"]}"#, "--webhook-host"),
                    (#"{"path": "/a", "url": "ftp://e.org/", "events": ["value"]}"#, "https://HOST/PATH"),
                    (#"{"path": "/a", "url": "https://u:p@e.org/", "events": ["value"]}"#, "without a user"),
                    (#"{"path": "/a", "url": "https://e.org/#x", "events": ["value"]}"#, "fragment"),
                    (#"{"path": "/a", "url": "https://[::1]/", "events": ["value"]}"#, "private network"),
                    (#"{"path": "/a", "url": "https://e%0d%0aX: 1.org/", "events": ["value"]}"#, "ASCII"),
                    (#"{"path": "/a", "url": "https://e%0d%0aX.org/", "events": ["value"]}"#, "https://HOST/PATH"),
                    (#"{"path": "/a", "url": "https://e.org:99999/", "events": ["value"]}"#, "65535"),
                    (#"{"path": "/a", "url": "https://exämple.org/", "events": ["value"]}"#, "ASCII"),
                ] {
                    let reply = try await bench.send("POST", "/.settings/webhooks.json", body)
                    #expect(reply.status == 400 && reply.body.contains(word), "\(body): \(reply.body)")
                }
                #expect(try await bench.send("POST", "/.settings/webhooks.json?ns=missing", good).status == 404)
                #expect(try await bench.send("PUT", "/.settings/webhooks.json", good).status == 405)
                #expect(
                    try await bench.send("PATCH", "/.settings/webhooks/none.json", #"{"status": "x"}"#).status == 404)
                let id = try #require(try await bench.add("/a", "https://example.org/", ["value"])["id"]?.string)
                #expect(
                    try await bench.send("PATCH", "/.settings/webhooks/\(id).json", #"{"status": "x"}"#).status == 400)
            }
            try await TestServer.run({ $0.adminSecret = Self.secret }) { server in
                let reply = try await server.send("GET", "/.settings/webhooks.json", headers: Self.owner)
                #expect(reply.status == 400 && reply.body.contains("data directory"))
            }
        }

        @Test("a server stops although a receiver does not answer, and stores no snapshot then [webhooks 5]")
        func stopping() async throws {
            let receiver = try await WebhookReceiver.start()
            receiver.answer { _, _ in .nothing }
            let folder = try TestFolder()
            let started = ContinuousClock.now
            try await Self.run(folder) { bench in
                try await bench.add("/a", receiver.url, ["value"])
                for number in 1...3 { try await bench.put("/a", "\(number)") }
                try await waitUntil("the first attempt", milliseconds: 240_000) { !receiver.requests.isEmpty }
                let use = try bench.server.server.context.directory.table.use("default")
                Task { try await use.namespace.storeSnapshot() }
            }
            // Far less than the time for a response, and its repetition.
            #expect(ContinuousClock.now - started < .seconds(240))
            receiver.answer { _, _ in .status(200) }
            try await Self.run(folder) { _ in
                try await waitUntil("all have arrived", milliseconds: 240_000) { receiver.lines.last == "value 3" }
            }
            #expect(receiver.lines == ["value 1", "value 1", "value 2", "value 3"])
            try await receiver.stop()
        }

        @Test("the webhooks of a namespace are deleted with it [webhooks 7]")
        func deletion() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.run { bench in
                #expect(try await bench.send("PUT", "/.settings/namespaces/shop.json").status == 200)
                try await bench.add("/a", receiver.url, ["value"], namespace: "shop")
                #expect(try await bench.send("PUT", "/a.json?ns=shop", "1").status == 200)
                try await waitUntil("the event has arrived", milliseconds: 240_000) { receiver.lines == ["value 1"] }
                #expect(try await bench.send("DELETE", "/.settings/namespaces/shop.json").status == 200)
                #expect(try await bench.send("PUT", "/.settings/namespaces/shop.json").status == 200)
                #expect(try await bench.send("GET", "/.settings/webhooks.json?ns=shop").body == "[]")
            }
            try await receiver.stop()
        }

        @Test("namespaces whose names look the same have webhooks of their own, also after a restart")
        func sameLook() async throws {
            let receivers = [try await WebhookReceiver.start(), try await WebhookReceiver.start()]
            // One letter with an accent, and a letter with an accent behind it.
            let names = ["%C3%A9", "e%CC%81"]
            let folder = try TestFolder()
            try await Self.run(folder) { bench in
                for (name, receiver) in zip(names, receivers) {
                    #expect(try await bench.send("PUT", "/.settings/namespaces/\(name).json").status == 200)
                    try await bench.add("/a", receiver.url, ["value"], namespace: name)
                }
            }
            try await Self.run(folder) { bench in
                for (index, name) in names.enumerated() {
                    #expect(try await bench.send("PUT", "/a.json?ns=\(name)", "\(index)").status == 200)
                }
                try await waitUntil("both have arrived", milliseconds: 240_000) {
                    receivers.allSatisfy { !$0.lines.isEmpty }
                }
            }
            #expect(receivers.map(\.lines) == [["value 0"], ["value 1"]])
            for receiver in receivers { try await receiver.stop() }
        }
    }
#endif
