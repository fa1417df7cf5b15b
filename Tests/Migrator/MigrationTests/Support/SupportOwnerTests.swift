import DatasyncLegacyToAsync
import DatasyncLegacyToCallback
import Dispatch
import Testing

@Suite("Support: owners of subscriptions and managers", .timeLimit(.minutes(30)))
struct SupportOwnerTests {
    private static let closed = #"{"rules": {".read": false, ".write": true}}"#

    private func set(_ value: Any?, _ path: String, _ fixture: SupportFixture) {
        fixture.flush()
        Webcom.ServerlessDbNode(fixture.other, path: path).set(value)
        fixture.flush()
    }

    @Test("a subscription without references stays active, and another node of the same path finds it")
    func shared() throws {
        let fixture = try SupportFixture(["n": 1])
        weak let gone: DatasyncNode?
        do {
            let node = DatasyncNode.root(of: fixture.application).at("n")
            gone = node.parent
            node.subscription(to: .valueChange, queue: nil) { [weak fixture] in fixture?.note("\($0)") }
        }
        #expect(gone == nil)
        set(2, "n", fixture)
        #expect(fixture.take() == ["value n 1", "value n 2"])
        DatasyncNode.root(of: fixture.application).at("/n").unsubscribeAll(.valueChange)
        set(3, "n", fixture)
        #expect(fixture.take() == [])
    }

    @Test("each client has one shared manager, and named applications share theirs")
    func managers() throws {
        let fixture = try SupportFixture()
        let manager = DatasyncManager.shared(for: fixture.application)
        #expect(manager === DatasyncManager.shared(for: fixture.application))
        #expect(manager !== DatasyncManager.shared(for: fixture.other))
        #expect(manager.service.application === fixture.application)
        let node = DatasyncNode.root(of: "support named")
        #expect(node == DatasyncNode.root(of: "support named"))
        #expect(node.manager === DatasyncNode.root(of: WebcomApplication(client: node.location.client)).manager)
        #expect(node.description == "support named:/")
        #expect(node.service.application === node.application)
        #expect(node.keyName == nil && node.at("a/b").keyName == "b" && node.at("a/b").root == node)
    }

    @Test("a subscription whose manager was released is refused with a revocation")
    func released() throws {
        let fixture = try SupportFixture()
        var manager: DatasyncManager? = fixture.application.datasyncService.createManager()
        let node = try #require(manager?.node(for: "n"))
        manager = nil
        node.subscription(to: .valueChange, queue: nil) { _ in fixture.note("event") }
        fixture.flush()
        node.subscription(to: .valueChange, queue: nil) { _ in
            fixture.note("event")
        } onCompletion: {
            fixture.note("\($0)")
        }
        node.pushNode(1, queue: nil) { fixture.note("push", $0) }
        let heard = fixture.take()
        #expect(heard.first == "diagnostics released" && heard.last == "push released" && heard.count == 3)
        #expect(heard.dropFirst().first?.hasPrefix("revocation(reason: released") == true)
    }

    @Test("an event has the manager of its subscription, and its value the shared one")
    func references() throws {
        let fixture = try SupportFixture(["list": ["a": 1]])
        var manager: DatasyncManager? = fixture.application.datasyncService.createManager()
        let own = manager
        let events = Webcom.ServerlessDbNode(fixture.application)
        let node = try #require(manager?.node(for: "list"))
        let first = FirstEvent()
        node.subscription(to: .childAddition, queue: nil) { first.event = $0 }
        fixture.flush()
        let event = try #require(first.event)
        #expect(event.reference.manager === own && event.reference.path == "/list/a")
        #expect(event.value.reference.manager === DatasyncManager.shared(for: fixture.application))
        #expect(events.root == events)
        manager = nil
    }

    @Test("subscriptions of all dialects and owners are cancelled together, except those with constraints")
    func together() throws {
        let fixture = try SupportFixture(["n": 1])
        let manager = fixture.application.datasyncService.createManager()
        try manager.nodeThrows(for: "n").subscribe(queue: fixture.queue) { [weak fixture] _ in fixture?.note("managed")
        }
        let node = Webcom.ServerlessDbNode(fixture.application, path: "n")
        let callback = Webcom.Callback(queue: nil) { [weak fixture] (_: Webcom.DataSnapshot) in
            fixture?.note("callback")
        }
        .endingQuietly()
        node.subscribe(Webcom.Event.ValueChange, callback)
        node.subscription(Webcom.Event.ValueChange, callback, .Last(3))
        #expect(fixture.take() == ["managed", "callback", "callback"])
        node.unsubscribeAll()
        set(2, "n", fixture)
        #expect(fixture.take().count <= 1)
        node.unsubscribeAll(.Last(3))
        set(3, "n", fixture)
        #expect(fixture.take() == [])
    }

    @Test("the last closure for completions replaces earlier ones")
    func endings() throws {
        let fixture = try SupportFixture(["n": 1])
        let node = Webcom.ServerlessDbNode(fixture.application, path: "n")
        func callback() -> Webcom.Callback { Webcom.Callback(queue: nil) { (_: Webcom.DataSnapshot) in } }
        let elsewhere = DispatchQueue(label: "elsewhere")
        let callbacks = [
            callback().onCanceled(queue: nil) { _ in fixture.note("canceled") }.endingQuietly(),
            callback().onRevoked(queue: nil) { fixture.note("revoked", $0) }.onCanceled(queue: nil) { _ in
                fixture.note("canceled")
            },
            callback().onCanceled(queue: nil) { _ in fixture.note("canceled") }
                .onRevoked(queue: nil) { fixture.note("revoked", $0) },
            callback().onRevoked(queue: nil, nil),
            callback().onRevoked(queue: elsewhere) { error in
                dispatchPrecondition(condition: .onQueue(elsewhere))
                fixture.queue.async { fixture.note("elsewhere", error) }
            },
        ]
        func settle() -> [String] {
            fixture.flush()
            elsewhere.sync {}
            return fixture.take()
        }
        for callback in callbacks { node.subscription(Webcom.Event.ValueChange, callback) }
        _ = settle()
        try fixture.embedded.setRules(Self.closed)
        #expect(
            // The order is not checked: the five completions are posted one by one while the first are delivered already.
            settle().sorted() == [
                "canceled", "diagnostics permissionDenied", "diagnostics permissionDenied",
                "elsewhere permissionDenied",
                "revoked permissionDenied",
            ])
        for callback in callbacks { node.relativeNode("a#").subscription(Webcom.Event.ValueChange, callback) }
        #expect(
            settle().sorted() == [
                "canceled", "diagnostics invalidPath", "diagnostics invalidPath", "elsewhere invalidPath",
                "revoked invalidPath",
            ])
        try fixture.embedded.setRules("null")
        for callback in callbacks { node.subscription(Webcom.Event.ValueChange, callback).cancel() }
        #expect(settle() == ["canceled"])
        withExtendedLifetime(callbacks) {}
    }
}
