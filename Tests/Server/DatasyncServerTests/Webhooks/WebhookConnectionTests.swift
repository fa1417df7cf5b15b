#if Server
    import DatasyncConcurrency
    import DatasyncTesting
    import NIOCore
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// The connections to receivers, which stay open for the next event.
    @Suite("Connections of webhooks", .timeLimit(.minutes(30)))
    struct WebhookConnectionTests {
        /// A sender whose connections wait for long, however busy the machine is.
        private static func patientSender(idleLimit: Int = 10) throws -> WebhookSender {
            try WebhookSender(timeout: .hours(1), idleLimit: idleLimit, wait: .hours(1), age: .hours(1))
        }

        /// Adds webhooks, writes values, and returns once all their events have arrived.
        private static func deliver(
            _ values: ClosedRange<Int>, hooks: Int = 1, to receiver: WebhookReceiver,
            _ check: (WebhookTests.Bench) async throws -> Void
        ) async throws {
            try await WebhookTests.run(sender: try patientSender()) { bench in
                for hook in 0..<hooks { try await bench.add("/a", receiver.url + "/\(hook)", ["value"]) }
                for value in values {
                    try await bench.put("/a", "\(value)")
                    try await waitUntil("value \(value) has arrived", milliseconds: 240_000) {
                        receiver.lines.count { $0 == "value \(value)" } == hooks
                    }
                    // The acceptance is noted after the response.
                    try await waitUntil("value \(value) is accepted", milliseconds: 240_000) {
                        try await bench.metric("webhook_events_total") == hooks * value
                    }
                }
                try await check(bench)
            }
        }

        @Test("the events of a webhook use one connection, and those of another have their own [webhooks 15]")
        func keepAlive() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.deliver(1...20, hooks: 2, to: receiver) { _ in
                #expect(receiver.connections == (2, 2) && receiver.requests.count == 40)
            }
            // A server that stops keeps none.
            try await waitUntil("all are closed", milliseconds: 240_000) { receiver.connections.open == 0 }
            try await receiver.stop()
        }

        @Test(
            "a receiver that ends its connections gets each event once, and none counts as a failure [webhooks 15]",
            arguments: [true, false])
        func ending(announces: Bool) async throws {
            let receiver = try await WebhookReceiver.start()
            receiver.answer { _, _ in
                announces ? .text("HTTP/1.1 204 X\r\nConnection: close\r\n\r\n") : .last(200)
            }
            try await Self.deliver(1...10, to: receiver) { bench in
                let failures = try await bench.metric("webhook_failures_total")
                #expect(receiver.lines == (1...10).map { "value \($0)" })
                #expect(receiver.connections.all == 10 && failures == 0)
            }
            try await receiver.stop()
        }

        @Test("a request on a connection that has just ended is sent again at once [webhooks 15]")
        func staleConnection() async throws {
            let receiver = try await WebhookReceiver.start()
            // Each second request meets the end of the connection in place of a response.
            receiver.answer { _, number in number.isMultiple(of: 3) ? .close : .status(200) }
            try await WebhookTests.run(sender: try Self.patientSender()) { bench in
                try await bench.add("/a", receiver.url, ["value"])
                for value in 1...6 { try await bench.put("/a", "\(value)") }
                try await waitUntil("all are accepted", milliseconds: 240_000) {
                    try await bench.metric("webhook_events_total") == 6
                }
                #expect(try await bench.metric("webhook_failures_total") == 0)
            }
            let lines = receiver.lines
            #expect(lines.count > 6 && Set(lines) == Set((1...6).map { "value \($0)" }))
            #expect(zip(lines, lines.dropFirst()).allSatisfy { $0 <= $1 })
            try await receiver.stop()
        }

        @Test("a response that nobody asked for accepts no event [webhooks 15]")
        func unsolicited() async throws {
            let receiver = try await WebhookReceiver.start()
            let one = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
            // The first response comes twice; the next request is refused until its second attempt.
            receiver.answer { request, _ in
                switch request.line {
                case "value 1": .text(one + one)
                case "value 2" where receiver.lines.count { $0 == "value 2" } == 1: .status(500)
                default: .status(200)
                }
            }
            try await Self.deliver(1...1, to: receiver) { bench in
                try await bench.put("/a", "2")
                try await waitUntil("value 2 is accepted", milliseconds: 240_000) {
                    try await bench.metric("webhook_events_total") == 2
                }
                #expect(receiver.lines == ["value 1", "value 2", "value 2"])
                #expect(try await bench.metric("webhook_failures_total") == 1)
            }
            try await receiver.stop()
        }

        @Test("the name is resolved again once a connection is too old, and for each new one [webhooks 8, 15]")
        func resolving() async throws {
            let receiver = try await WebhookReceiver.start()
            let address = try WebhookAddress("http://receiver.example:\(receiver.port)/x", named: ["receiver.example"])
            for (age, lookups) in [(TimeAmount.seconds(3_600), 1), (.zero, 5)] {
                let count = Guarded(0)
                let resolver: WebhookSender.Resolver = { _ in
                    count.withLock { $0 += 1 }
                    return ["127.0.0.1"]
                }
                let sender = try WebhookSender(resolver: resolver, wait: .hours(1), age: age)
                for _ in 1...5 { #expect(await sender.post(Array("{}".utf8), to: address, of: "w", []) == nil) }
                #expect(count.withLock(\.self) == lookups)
                sender.close()
            }
            try await receiver.stop()
        }

        @Test("a limited number of connections wait for an event [webhooks 15]")
        func limit() async throws {
            let receiver = try await WebhookReceiver.start()
            let address = try WebhookAddress("http://127.0.0.1:\(receiver.port)/x", named: ["127.0.0.1"])
            let sender = try Self.patientSender(idleLimit: 5)
            for number in 0..<20 {
                #expect(await sender.post(Array("{}".utf8), to: address, of: "w\(number)", []) == nil)
            }
            try await waitUntil("the others are closed", milliseconds: 240_000) {
                receiver.connections.open == 5
            }
            #expect(receiver.connections.all == 20 && (16...1_024).contains(IdleConnections.usualLimit))
            sender.close()
            try await waitUntil("all are closed", milliseconds: 240_000) { receiver.connections.open == 0 }
            try await receiver.stop()
        }
    }
#endif
