#if Server
    import DatasyncAsync
    import DatasyncBackend
    import DatasyncCallback
    import DatasyncConcurrency
    import DatasyncLegacy
    import DatasyncLog
    import DatasyncTesting
    import DatasyncTree
    import DatasyncWire
    import Dispatch
    import Foundation
    import TestSupport
    import Testing

    @testable import DatasyncServer

    /// Webhooks that users make through the three dialects, and their rights.
    @Suite("Subscriptions that outlive a client", .timeLimit(.minutes(30)))
    struct LongTermSubscriptionTests {
        private static let rules = """
            {"rules": {
                "orders": {".read": "auth != null", ".write": true, ".webhooks": "auth.uid == 'ann' || auth.uid == 'bea'"},
                "rooms": {".read": "data.child('open').val() === true", ".write": true, ".webhooks": "auth != null"},
                "hidden": {".write": true, ".webhooks": true},
                "letters": {".read": true, ".write": true, ".webhooks": "auth != null"}
            }}
            """
        private static let owner = ["Authorization: Bearer \(WebhookTests.secret)"]

        private static func run(
            _ folder: TestFolder? = nil, _ body: (WebhookTests.Bench) async throws -> Void
        ) async throws {
            let folder = try folder ?? TestFolder()
            try await TestServer.run { configuration in
                configuration.dataDirectory = folder.file("data")
                configuration.adminSecret = WebhookTests.secret
                configuration.tokens = TokenRules(keys: [.secret(TestTokens.secret)])
                configuration.webhookHosts = ["127.0.0.1"]
                configuration.rules = rules
            } _: { server in
                try await body(WebhookTests.Bench(server: server, folder: folder))
            }
        }

        private static func application(_ bench: WebhookTests.Bench, user: String?) async throws -> WebcomApplication {
            let url = try #require(URL(string: "ws://127.0.0.1:\(bench.server.port)"))
            let application = WebcomApplication(
                configuration: WebcomConfiguration(identifier: "default", platform: .server(url, path: .standard)))
            application.defaultQueue = DispatchQueue(label: "client")
            if let user {
                try await application.authentication.signIn(
                    token: try await TestTokens.signedBySecret(TestTokens.Claims(user)))
            }
            return application
        }

        private static func code(_ body: () async throws -> Void) async -> WebcomError.SDKCode? {
            do {
                try await body()
                return nil
            } catch {
                return (error as? WebcomError)?.code
            }
        }

        @Test(
            "all dialects make the same subscription, which goes on without a client, is listed, changed and cancelled")
        func dialects() async throws {
            let receivers = [
                try await WebhookReceiver.start(), try await WebhookReceiver.start(), try await WebhookReceiver.start(),
            ]
            try await Self.run { bench in
                var made: [Webcom.LongTermSubscription] = []
                do {
                    let application = try await Self.application(bench, user: "ann")
                    let (root, node) = (
                        Webcom(application).child("orders"), Webcom.App(application).serverlessDb.rootNode
                    )
                    let webhooks = receivers.map { Webcom.Webhook($0.url, context: "night shift") }
                    made.append(try await root.on(["child_added", "child_removed"], webhooks[0]).value)
                    made.append(
                        try await node.relativeNode("orders")
                            .subscribe(Webcom.Event.Child.Addition.Removal, webhooks[1]).value)
                    let manager = application.datasyncService.createManager()
                    made.append(
                        try await manager["orders"]
                            .subscribe(to: .child(addition: true, removal: true, acknowledgement: true), webhooks[2]))
                    #expect(try await application.datasyncService.longTermSubscriptions().map(\.id) == made.map(\.id))
                }
                for (subscription, receiver) in zip(made, receivers) {
                    #expect(subscription.kind == "webhook" && subscription.mode == "childEvent")
                    #expect(subscription.childEventFilter == ["child_added", "child_removed"])
                    #expect(subscription.path == "/orders" && subscription.destination == receiver.url)
                    #expect(subscription.context == "night shift" && subscription.status == "active")
                }
                try await bench.put("/orders/a", "1")
                try await bench.put("/orders/a", "2")
                try await bench.put("/orders/a", "null")
                for (subscription, receiver) in zip(made, receivers) {
                    try await waitUntil("the events have arrived", milliseconds: 240_000) {
                        receiver.requests.count == 2
                    }
                    #expect(receiver.lines == ["child_added a 1", "child_removed a 2"])
                    #expect(receiver.requests.allSatisfy { $0.json["context"]?.string == "night shift" })
                    let secret = try #require(subscription.secret)
                    #expect(receiver.requests.allSatisfy { WebhookReceiver.isSigned($0, secret) })
                }

                // Another client of the user.
                let application = try await Self.application(bench, user: "ann")
                let listed = try await Webcom.App(application).serverlessDb.getLongTermSubscriptions().value
                #expect(listed.map(\.id) == made.map(\.id) && listed.allSatisfy { $0.secret == nil })
                #expect(try await Webcom(application).longTermSubscriptions().value.map(\.id) == made.map(\.id))
                let changed = try await listed[0].update(Webcom.Event.ValueChange).value
                #expect(changed.id == listed[0].id && changed.mode == "value" && changed.childEventFilter == [])
                #expect(try await listed[1].update(to: .childChange).eventNames == ["child_changed"])
                try await listed[2].cancel()
                try await listed[2].cancel().value
                try await bench.put("/orders/b", "1")
                try await bench.put("/orders/b", "2")
                try await waitUntil("the changed events have arrived", milliseconds: 240_000) {
                    receivers[0].requests.count == 4 && receivers[1].requests.count == 3
                }
                #expect(receivers[0].lines.suffix(2) == [#"value {"b":1}"#, #"value {"b":2}"#])
                #expect(receivers[1].lines.suffix(1) == ["child_changed b 2"])
                #expect(receivers[2].requests.count == 2)
                #expect(try await application.datasyncService.longTermSubscriptions().count == 2)
            }
            for receiver in receivers { try await receiver.stop() }
        }

        @Test("a user needs the rule and the right to read, and sees only their own [webhooks 10]")
        func rights() async throws {
            try await Self.run { bench in
                let webhook = DatasyncWebhook("https://example.org/hook")
                let ann = try await Self.application(bench, user: "ann")
                let root = ann.datasyncService.createManager()
                let subscription = try await root["orders/a"].subscribe(to: .valueChange, webhook)
                // No right to read, and no rule.
                for path in ["hidden", "rooms", "", "other"] {
                    #expect(
                        await Self.code { try await root[path].subscribe(to: .valueChange, webhook) }
                            == .permissionDenied)
                }
                // Nothing that a webhook cannot have.
                for type in [DatasyncEventType.valueAcknowledgement, .value(withoutData: true)] {
                    #expect(
                        await Self.code { try await root["orders/a"].subscribe(to: type, webhook) } == .unknownEvent)
                    #expect(await Self.code { try await subscription.update(to: type) } == .unknownEvent)
                }
                let hidden = Webcom.App(ann).serverlessDb.rootNode.relativeNode("orders/a")
                    .subscribe(Webcom.Event.ValueChange.WithoutData, webhook)
                #expect(await Self.code { _ = try await hidden.value } == .unknownEvent)
                let carl = try await Self.application(bench, user: "carl")
                let theirs = carl.datasyncService.createManager()
                #expect(
                    await Self.code { try await theirs["orders"].subscribe(to: .valueChange, webhook) }
                        == .permissionDenied)
                let nobody = try await Self.application(bench, user: nil)
                let anyone = nobody.datasyncService.createManager()
                #expect(
                    await Self.code { try await anyone["orders"].subscribe(to: .valueChange, webhook) }
                        == .permissionDenied)
                #expect(
                    await Self.code { _ = try await nobody.datasyncService.longTermSubscriptions() }
                        == .permissionDenied)

                // The webhook of another user is neither listed, changed nor removed.
                let bea = try await Self.application(bench, user: "bea")
                #expect(try await bea.datasyncService.longTermSubscriptions().isEmpty)
                let socket = try await RawSocket.greeted(bench.server)
                let token = try await TestTokens.signedBySecret(TestTokens.Claims("bea"))
                socket.send(#"{"t":"d","d":{"r":1,"a":"auth","b":{"cred":"\#(token)"}}}"#)
                _ = await socket.next()
                socket.send(#"{"t":"d","d":{"r":2,"a":"wr","b":{"i":"\#(subscription.id)"}}}"#)
                socket.send(#"{"t":"d","d":{"r":3,"a":"wc","b":{"i":"\#(subscription.id)","e":["value"]}}}"#)
                for _ in 0..<2 {
                    let text = try #require(await socket.next()?.text)
                    #expect(text.contains(#""s":"invalid_data""#) && text.contains("has no webhook"), "\(text)")
                }
                #expect(try await ann.datasyncService.longTermSubscriptions().map(\.id) == [subscription.id])

                // Nor is it if the name of the other one looks the same.
                let (jose, twin) = ("jos\u{E9}", "jose\u{301}")
                let letters = try await Self.application(bench, user: jose).datasyncService.createManager()
                let letter = try await letters["letters"].subscribe(to: .valueChange, webhook)
                let other = try await Self.application(bench, user: twin)
                #expect(try await other.datasyncService.longTermSubscriptions().isEmpty)
                #expect(try await letters.service.longTermSubscriptions().map(\.id) == [letter.id])

                // The owner sees it with its user.
                let all = try await bench.send("GET", "/.settings/webhooks.json").body
                #expect(all.contains(#""user":"ann""#) && all.contains(subscription.id))
            }
        }

        @Test("a request that arrives again has no further effect, and what is not valid is refused [webhooks 11]")
        func requests() async throws {
            try await Self.run { bench in
                let socket = try await RawSocket.greeted(bench.server)
                let token = try await TestTokens.signedBySecret(TestTokens.Claims("ann"))
                func response(_ action: String, _ body: String) async throws -> String {
                    socket.send(#"{"t":"d","d":{"r":1,"a":"\#(action)","b":\#(body)}}"#)
                    return try #require(await socket.next()?.text)
                }
                _ = try await response("auth", #"{"cred":"\#(token)"}"#)
                func add(
                    _ id: String = "abcdefgh01234567", _ address: String = "https://example.org/hook",
                    secret: String = "a_secret_of_20_bytes", more: String = ""
                ) async throws -> String {
                    try await response(
                        "wa",
                        #"{"p":"/orders","i":"\#(id)","k":"\#(secret)","e":["value"],"u":"\#(address)"\#(more)}"#)
                }
                let first = try await add()
                #expect(first.contains(#""s":"ok""#), "\(first)")
                #expect(try await add() == first)
                #expect(try await add("abcdefgh01234567", "https://example.org/other").contains("is in use"))
                let all = try await bench.send("GET", "/.settings/webhooks.json").body
                #expect(try JSONParser.parse(all).array?.count == 1)
                for refused in [
                    try await add("ABCDEFGH01234567"), try await add("short"), try await add("../../webhooks/a"),
                    try await add("b000000000000000", "http://example.org"),
                    try await add("b000000000000000", "https://169.254.169.254/latest"),
                    try await add("b000000000000000", "https://[::ffff:10.0.0.1]/"),
                    try await add("b000000000000000", "https://example.org/" + String(repeating: "x", count: 2_100)),
                    try await add("b000000000000000", secret: "short"),
                    try await add("b000000000000000", more: #","c":"\#(String(repeating: "x", count: 1_100))""#),
                    try await add("b000000000000000", more: #","x":1000"#),
                    try await response("wa", #"{"p":"/orders","i":"b000000000000000","e":[],"u":"u","k":"k"}"#),
                    try await response("wc", #"{"i":"abcdefgh01234567","e":["value_ack"]}"#),
                    try await response("wr", "{}"),
                ] {
                    #expect(refused.contains(#""s":"invalid_data""#), "\(refused)")
                }
                #expect(try JSONParser.parse(all).array?.count == 1)
            }
        }

        @Test("a user has at most 100 webhooks in a namespace [webhooks 12]")
        func limit() async throws {
            try await Self.run { bench in
                let application = try await Self.application(bench, user: "ann")
                let manager = application.datasyncService.createManager()
                defer { withExtendedLifetime(manager) {} }
                let node = manager["orders"]
                for number in 0..<Webhooks.userLimit {
                    try await node.subscribe(to: .valueChange, DatasyncWebhook("https://example.org/\(number)"))
                }
                let error = await #expect(throws: WebcomError.self) {
                    try await node.subscribe(to: .valueChange, DatasyncWebhook("https://example.org/more"))
                }
                #expect(error?.code == .unavailable && error?.message.contains("100 webhooks") == true)
                let other = try await Self.application(bench, user: "bea")
                let others = other.datasyncService.createManager()
                defer { withExtendedLifetime(others) {} }
                let hook = DatasyncWebhook("https://example.org/other")
                try await others["orders"].subscribe(to: .valueChange, hook)
            }
        }

        @Test("nothing is sent that the user could not read when it was written [webhooks 13]")
        func lostRights() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.run { bench in
                try await bench.put("/rooms", #"{"open": true, "n": 1}"#)
                let application = try await Self.application(bench, user: "ann")
                let manager = application.datasyncService.createManager()
                defer { withExtendedLifetime(manager) {} }
                let node = manager["rooms"]
                let subscription = try await node.subscribe(to: .valueChange, DatasyncWebhook(receiver.url))
                // The receiver is down while the value is secret for a time.
                receiver.answer { _, _ in .close }
                try await bench.put("/rooms/n", "2")
                try await bench.put("/rooms", #"{"open": false, "n": "secret"}"#)
                try await bench.put("/rooms", #"{"open": true, "n": 3}"#)
                try await waitUntil("the receiver was tried", milliseconds: 240_000) { !receiver.requests.isEmpty }
                receiver.answer { _, _ in .status(200) }
                try await waitUntil("the webhook is parked", milliseconds: 240_000) {
                    try await application.datasyncService.longTermSubscriptions().first?.status == "parked"
                }
                let parked = try #require(try await application.datasyncService.longTermSubscriptions().first)
                #expect(parked.id == subscription.id && parked.statusReason?.contains("do not allow") == true)
                #expect(Set(receiver.lines) == [#"value {"n":2,"open":true}"#])

                // The owner may resume it, now that the value can be read again.
                try await bench.send("PATCH", "/.settings/webhooks/\(parked.id).json", #"{"status": "active"}"#)
                try await waitUntil("the current value has arrived", milliseconds: 240_000) {
                    receiver.lines.last == #"reload {"n":3,"open":true}"#
                }
                #expect(!receiver.lines.contains { $0.contains("secret") })
            }
            try await receiver.stop()
        }

        @Test("a node whose manager is released makes no webhook")
        func released() async throws {
            try await Self.run { bench in
                let application = try await Self.application(bench, user: "ann")
                let node = application.datasyncService.createManager()["orders"]
                let error = await #expect(throws: WebcomError.self) {
                    try await node.subscribe(to: .valueChange, DatasyncWebhook("https://example.org/x"))
                }
                #expect(error?.code == .released)
                #expect(try await application.datasyncService.longTermSubscriptions().isEmpty)
            }
        }

        @Test("an expired subscription is removed [webhooks 14]")
        func expiry() async throws {
            let receiver = try await WebhookReceiver.start()
            try await Self.run { bench in
                let application = try await Self.application(bench, user: "ann")
                let service = application.datasyncService
                let manager = service.createManager()
                defer { withExtendedLifetime(manager) {} }
                let node = manager["orders"]
                let end = Date(timeIntervalSinceNow: 3)
                let subscription = try await node.subscribe(
                    to: .valueChange, DatasyncWebhook(receiver.url, until: end))
                let listed = try #require(subscription.expirationDate)
                #expect(abs(listed.timeIntervalSince(end)) < 0.001)
                try await waitUntil("it is removed", milliseconds: 240_000) {
                    try await service.longTermSubscriptions().isEmpty
                }
                #expect(Date() >= end)
                try await bench.put("/orders", "1")
                #expect(receiver.requests.isEmpty)
            }
            try await receiver.stop()
        }

        @Test("a back end without webhooks refuses at once, with a remedy [webhooks 11]", arguments: [false, true])
        func others(isEmbedded: Bool) async throws {
            func check(_ application: WebcomApplication) async throws {
                let manager = application.datasyncService.createManager()
                defer { withExtendedLifetime(manager) {} }
                let node = manager["orders"]
                let error = await #expect(throws: WebcomError.self) {
                    try await node.subscribe(to: .valueChange, DatasyncWebhook("https://example.org/hook"))
                }
                #expect(error?.code == .unavailable && error?.message.contains("has no webhooks") == true)
            }
            if isEmbedded {
                try await check(WebcomApplication(configuration: WebcomConfiguration(identifier: "no-webhooks")))
                return
            }
            try await TestServer.run { server in
                let url = try #require(URL(string: "ws://127.0.0.1:\(server.port)"))
                try await check(
                    WebcomApplication(
                        configuration: WebcomConfiguration(
                            identifier: "default", platform: .server(url, path: .standard))))
            }
        }

        @Test("accepted events count only for the kinds that they were counted with")
        func cursor() throws {
            var hook = Webhook(
                id: "abcdefgh01234567", namespace: try LogNamespace("default"),
                content: WebhookContent(
                    path: .root, kinds: [.childAddition, .valueChange], address: "https://example.org"),
                secret: "s", user: RuleAuth(uid: "ann", token: ["https://example.org/a.b": [1, "é"]]), created: 1)
            hook.cursor = Webhook.Cursor(
                position: LogPosition(incarnation: 7, number: 8), accepted: 2, countedKinds: hook.content.kinds,
                failingSince: 9)
            func stored(_ hook: Webhook) throws -> Webhook {
                try #require(
                    Webhook(hook.id, stored: try Node(hook.stored), cursor: try Node(.string(hook.cursor.text))))
            }
            let same = try stored(hook)
            #expect(same.cursor == hook.cursor && same.isSame(as: hook) && same.user?.uid == "ann")
            #expect(same.user?.token.text == hook.user?.token.text)
            hook.content = WebhookContent(path: .root, kinds: [.valueChange], address: "https://example.org")
            let changed = try stored(hook)
            #expect(changed.cursor.accepted == 0 && changed.cursor.position == hook.cursor.position)
            #expect(!changed.isSame(as: same))
            // Without its user, it would have the rights of the owner.
            var damaged = try Node(hook.stored)
            damaged = damaged.setting(try Node("nobody"), at: try Path("user"))
            #expect(Webhook(hook.id, stored: damaged, cursor: .null) == nil)
        }
    }
#endif
