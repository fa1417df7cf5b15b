#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncLog
    import DatasyncTesting
    import DatasyncTestingInternals
    import DatasyncTree
    import DatasyncWire
    import NIOHTTP1
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// What webhooks share: a slow receiver or a busy user takes no place, limit or log from others.
    @Suite("Webhooks side by side", .timeLimit(.minutes(30)))
    struct WebhookSharingTests {
        @Test("a receiver that accepts slowly gives its turn of catching up to others [webhooks 6]")
        func turns() async throws {
            let (slow, quick) = (try await WebhookReceiver.start(), try await WebhookReceiver.start())
            slow.answer { _, _ in .status(500) }
            let clock = TestClock()
            try await WebhookTests.run(clock: clock.clock) { bench in
                for index in 0..<4 { try await bench.add("/a", slow.url + "/\(index)", ["value"]) }
                // More than may wait in memory.
                for number in 1...300 { try await bench.put("/a", "\(number)") }
                slow.answer { _, _ in .later(200, milliseconds: 50) }
                let late = try #require(try await bench.add("/a", quick.url, ["value"])["id"]?.string)
                try await waitUntil("all four catch up", milliseconds: 240_000) {
                    clock.advance(bySeconds: 1)
                    return slow.lines.count { $0 == "value 9" } == 4
                }
                for status in ["paused", "active"] {
                    try await bench.send("PATCH", "/.settings/webhooks/\(late).json", #"{"status": "\#(status)"}"#)
                }
                try await waitUntil("the quick one has its turn", milliseconds: 240_000) {
                    clock.advance(bySeconds: 11)
                    return quick.lines == ["reload 300"]
                }
                #expect(!slow.lines.contains("value 300"))
            }
            for receiver in [slow, quick] { try await receiver.stop() }
        }

        @Test("a receiver is parked that accepts events more slowly than they come [webhooks 4]")
        func tooSlow() async throws {
            let receiver = try await WebhookReceiver.start()
            let clock = TestClock()
            try await WebhookTests.run { bench in
                let use = try bench.server.server.context.directory.table.use("default")
                try await use.namespace.waitUntilRead()
                let hub = NamespaceHub(use, after: try await use.namespace.currentPosition())
                let feed = Task { try await hub.run() }
                let reasons = Record<String>()
                let environment = WebhookRunner.Environment(
                    sender: try WebhookSender(), clock: clock.clock, metrics: ServerMetrics(),
                    log: bench.server.server.context.log, gate: TaskGate(limit: 1), largeGate: TaskGate(limit: 1),
                    byteLimit: 100_000, namedHosts: ["127.0.0.1"], moved: { _ in }, parked: { reasons.note($1) })
                var hook = Webhook(
                    id: "a", namespace: try LogNamespace("default"),
                    content: WebhookContent(
                        path: try Path("/a"), kinds: [.valueChange], address: receiver.url, context: nil, expires: nil),
                    secret: "s", user: nil, created: 0)
                hook.cursor.position = try await use.namespace.currentPosition()
                let runner = WebhookRunner(hook, hub, environment)
                let run = Task { await runner.run() }
                // A receiver that keeps up is never parked.
                let text = String(repeating: "x", count: 500)
                for number in 1...30 {
                    try await bench.put("/b", "\"\(String(repeating: text, count: 10))\(number)\"")
                    try await bench.put("/a", "\"\(text)\(number)\"")
                    try await waitUntil("\(number) has arrived", milliseconds: 240_000) {
                        // For an attempt that fails, as may happen to any.
                        clock.advance(bySeconds: 1)
                        return Set(receiver.requests.map(\.id)).count == number
                    }
                }
                // Nor is one that was far behind and catches up.
                let count = receiver.requests.count
                receiver.answer { _, number in number == count + 1 ? .status(500) : .status(200) }
                for number in 1...300 { try await bench.put("/a", "\"\(text)\(number)\"") }
                try await waitUntil("all have arrived", milliseconds: 240_000) {
                    clock.advance(bySeconds: 1)
                    return Set(receiver.requests.map(\.id)).count == 330
                }
                #expect(reasons.entries.isEmpty)
                // It waits for its clock after the first attempt, and so falls behind.
                let later = receiver.requests.count
                receiver.answer { _, number in
                    number == later + 1 ? .status(500) : .later(200, milliseconds: 100)
                }
                for number in 1...300 { try await bench.put("/a", "\"\(text)\(number)\"") }
                try await waitUntil("it is parked", milliseconds: 240_000) {
                    // Far more than it accepts meanwhile, also on a slow machine.
                    try await bench.put("/b", "\"\(String(repeating: text, count: 200))\"")
                    clock.advance(bySeconds: 6)
                    return !reasons.entries.isEmpty
                }
                #expect(reasons.entries.first?.contains("too slowly") == true)
                await run.value
                feed.cancel()
            }
            try await receiver.stop()
        }

        @Test("steps that are read twice and a runner that begins again do not shorten the distance [webhooks 4]")
        func distance() async throws {
            try await WebhookTests.run { bench in
                let use = try bench.server.server.context.directory.table.use("default")
                try await use.namespace.waitUntilRead()
                let start = try await use.namespace.currentPosition()
                let (hub, path) = (NamespaceHub(use, after: start), try Path("/a"))
                let feed = Task { try await hub.run() }
                let owners = [ObjectIdentifier(Int.self), ObjectIdentifier(String.self)]
                _ = hub.join("a", at: path, from: start, by: owners[0])
                for number in 1...10 { try await bench.put("/b", "\"\(String(repeating: "x", count: 500))\(number)\"") }
                let end = try await use.namespace.currentPosition()
                try await waitUntil("the hub has read them", milliseconds: 240_000) {
                    hub.join("a", at: path, from: start, by: owners[0]) == end
                }
                let all = hub.bytesBehind("a")
                let position = LogPosition(incarnation: start.incarnation, number: start.number + 1)
                for _ in 1...3 { hub.passed(.record(position, time: LogTime(0), [], byteCount: 600), "a") }
                #expect(hub.bytesBehind("a") == all - 600)
                // A runner that leaves late does not remove the queue of the next one.
                _ = hub.join("a", at: path, from: start, by: owners[1])
                hub.leave("a", by: owners[0])
                #expect(hub.bytesBehind("a") == all - 600)
                hub.leave("a", by: owners[1])
                _ = hub.join("a", at: path, from: start, by: owners[0])
                #expect(hub.bytesBehind("a") == all - 600)
                // Another server has gone on with it.
                hub.leave("a", by: owners[0])
                _ = hub.join("a", at: path, from: end, by: owners[0])
                #expect(hub.bytesBehind("a") == 0)
                hub.passed(.reload(.null, at: LogPosition(incarnation: start.incarnation, number: 100)), "a")
                #expect(hub.bytesBehind("a") == 0)
                feed.cancel()
            }
        }

        @Test("a removed webhook does not come back with a change of the same moment, and limits hold [webhooks 7, 12]")
        func atOnce() async throws {
            try await WebhookTests.run { bench in
                let webhooks = try #require(bench.server.server.context.webhooks)
                let store = bench.server.server.context.directory.webhooks
                for _ in 1...LongForm.count(20, long: 200) {
                    let id = try #require(try await bench.add("/a", "https://example.org/", ["value"])["id"]?.string)
                    async let changes: Void = withTaskGroup(of: Void.self) { group in
                        for kind in [DatasyncTree.EventKind.valueChange, .childAddition, .childRemoval, .childChange] {
                            group.addTask {
                                _ = try? await webhooks.change(id, to: [kind]) { hook throws(RequestFailure) in
                                    guard let hook else { throw RequestFailure(.notFound, "It is gone.") }
                                    return hook
                                }
                            }
                        }
                    }
                    #expect(try await bench.send("DELETE", "/.settings/webhooks/\(id).json").status == 200)
                    await changes
                    #expect(store.webhook(id) == nil)
                }
                let user = RuleAuth(uid: "ann")
                let content = WebhookContent(
                    path: try Path("/a"), kinds: [.valueChange], address: "https://example.org/", context: nil,
                    expires: nil)
                let added = await withTaskGroup(of: Bool.self) { group in
                    for index in 0..<(Webhooks.userLimit + 20) {
                        group.addTask {
                            let id = String(String(index + 1_000_000_000_000_000).prefix(WebhookNames.idLength))
                            let secret = String(repeating: "s", count: 20)
                            return (try? await webhooks.add(content, id: id, secret: secret, user: user, in: "default"))
                                != nil
                        }
                    }
                    return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
                }
                #expect(added == Webhooks.userLimit && store.webhooks(in: "default").count == added)
            }
        }

        @Test("tasks of several parties take turns at a gate [webhooks 6]")
        func gate() async throws {
            let gate = TaskGate(limit: 1)
            let order = Record<String>()
            try await gate.enter()
            #expect(gate.waitingCount == 0)
            var tasks: [Task<Void, any Error>] = []
            for (index, name) in ["a1", "a2", "a3", "b1", "c1", "b2"].enumerated() {
                tasks.append(
                    Task {
                        try await gate.enter(for: Array(name.utf8.prefix(1)))
                        order.note(name)
                        gate.leave(for: Array(name.utf8.prefix(1)))
                    })
                try await waitUntil("it waits", milliseconds: 240_000) { gate.waitingCount == index + 1 }
            }
            gate.leave()
            for task in tasks { try await task.value }
            #expect(order.entries == ["a1", "b1", "c1", "a2", "b2", "a3"])
            // A party has no more than its share, and another one passes it by.
            let shared = TaskGate(limit: 3, share: 1)
            try await shared.enter(for: [1])
            let second = Task { try await shared.enter(for: [1]) }
            try await waitUntil("the second one waits", milliseconds: 240_000) { shared.waitingCount == 1 }
            try await shared.enter(for: [2])
            shared.leave(for: [2])
            #expect(shared.waitingCount == 1)
            shared.leave(for: [1])
            try await second.value
            #expect(gate.waitingCount == 0)
        }
    }
#endif
