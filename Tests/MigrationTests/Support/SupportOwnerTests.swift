import DatasyncLegacyToAsync
import DatasyncLegacyToCallback
import Dispatch
import Testing

@Suite("Support: who holds what", .timeLimit(.minutes(30)))
struct SupportOwnerTests {
    private static let closed = #"{"rules": {".read": false, ".write": true}}"#

    private func set(_ value: Any?, _ path: String, _ stage: SupportStage) {
        stage.flush()
        Webcom.ServerlessDbNode(stage.other, path: path).set(value)
        stage.flush()
    }

    @Test("a subscription goes on when nobody holds anything, and is found again from a node of its own")
    func standing() throws {
        let stage = try SupportStage(["n": 1])
        weak let gone: DatasyncNode?
        do {
            let node = DatasyncNode.root(of: stage.application).at("n")
            gone = node.parent
            node.subscription(to: .valueChange, queue: nil) { [weak stage] in stage?.note("\($0)") }
        }
        #expect(gone == nil)
        set(2, "n", stage)
        #expect(stage.take() == ["value n 1", "value n 2"])
        DatasyncNode.root(of: stage.application).at("/n").unsubscribeAll(.valueChange)
        set(3, "n", stage)
        #expect(stage.take() == [])
    }

    @Test("a standing manager is one for each client, and named applications share theirs")
    func managers() throws {
        let stage = try SupportStage()
        let manager = DatasyncManager.standing(for: stage.application)
        #expect(manager === DatasyncManager.standing(for: stage.application))
        #expect(manager !== DatasyncManager.standing(for: stage.other))
        #expect(manager.service.application === stage.application)
        let node = DatasyncNode.root(of: "support named")
        #expect(node == DatasyncNode.root(of: "support named"))
        #expect(node.manager === DatasyncNode.root(of: WebcomApplication(client: node.location.client)).manager)
        #expect(node.description == "support named:/")
        #expect(node.service.application === node.application)
        #expect(node.keyName == nil && node.at("a/b").keyName == "b" && node.at("a/b").root == node)
    }

    @Test("once its manager is gone a subscription is refused as a revocation")
    func released() throws {
        let stage = try SupportStage()
        var manager: DatasyncManager? = stage.application.datasyncService.createManager()
        let node = try #require(manager?.node(for: "n"))
        manager = nil
        node.subscription(to: .valueChange, queue: nil) { _ in stage.note("event") }
        node.subscription(to: .valueChange, queue: nil) { _ in
            stage.note("event")
        } onCompletion: {
            stage.note("\($0)")
        }
        node.pushNode(1, queue: nil) { stage.note("push", $0) }
        let heard = stage.take()
        #expect(heard.first == "diagnostics released" && heard.last == "push released" && heard.count == 3)
        #expect(heard.dropFirst().first?.hasPrefix("revocation(reason: released") == true)
    }

    @Test("an event keeps the manager it came by; what is read goes by the standing one")
    func references() throws {
        let stage = try SupportStage(["list": ["a": 1]])
        var manager: DatasyncManager? = stage.application.datasyncService.createManager()
        let own = manager
        let events = Webcom.ServerlessDbNode(stage.application)
        let node = try #require(manager?.node(for: "list"))
        let first = FirstEvent()
        node.subscription(to: .childAddition, queue: nil) { first.event = $0 }
        stage.flush()
        let event = try #require(first.event)
        #expect(event.reference.manager === own && event.reference.path == "/list/a")
        #expect(event.value.reference.manager === DatasyncManager.standing(for: stage.application))
        #expect(events.root == events)
        manager = nil
    }

    @Test("subscriptions of all dialects and owners end together, those of sequences and queries stay")
    func together() throws {
        let stage = try SupportStage(["n": 1])
        let manager = stage.application.datasyncService.createManager()
        try manager.nodeThrows(for: "n").subscribe(queue: stage.queue) { [weak stage] _ in stage?.note("managed") }
        let node = Webcom.ServerlessDbNode(stage.application, path: "n")
        let callback = Webcom.Callback(queue: nil) { [weak stage] (_: Webcom.DataSnapshot) in stage?.note("callback") }
            .endingQuietly()
        node.subscribe(Webcom.Event.ValueChange, callback)
        node.subscription(Webcom.Event.ValueChange, callback, .Last(3))
        #expect(stage.take() == ["managed", "callback", "callback"])
        node.unsubscribeAll()
        set(2, "n", stage)
        #expect(stage.take().count <= 1)
        node.unsubscribeAll(.Last(3))
        set(3, "n", stage)
        #expect(stage.take() == [])
    }

    @Test("what was said last of endings counts")
    func endings() throws {
        let stage = try SupportStage(["n": 1])
        let node = Webcom.ServerlessDbNode(stage.application, path: "n")
        func callback() -> Webcom.Callback { Webcom.Callback(queue: nil) { (_: Webcom.DataSnapshot) in } }
        let elsewhere = DispatchQueue(label: "elsewhere")
        let callbacks = [
            callback().onCanceled(queue: nil) { _ in stage.note("canceled") }.endingQuietly(),
            callback().onRevoked(queue: nil) { stage.note("revoked", $0) }.onCanceled(queue: nil) { _ in
                stage.note("canceled")
            },
            callback().onCanceled(queue: nil) { _ in stage.note("canceled") }
                .onRevoked(queue: nil) { stage.note("revoked", $0) },
            callback().onRevoked(queue: nil, nil),
            callback().onRevoked(queue: elsewhere) { error in
                dispatchPrecondition(condition: .onQueue(elsewhere))
                stage.queue.async { stage.note("elsewhere", error) }
            },
        ]
        func settle() -> [String] {
            stage.flush()
            elsewhere.sync {}
            return stage.take()
        }
        for callback in callbacks { node.subscription(Webcom.Event.ValueChange, callback) }
        _ = settle()
        try stage.embedded.setRules(Self.closed)
        #expect(
            // Who is told, not when: the five endings are posted one by one, while the first are delivered already.
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
        try stage.embedded.setRules("null")
        for callback in callbacks { node.subscription(Webcom.Event.ValueChange, callback).cancel() }
        #expect(settle() == ["canceled"])
        withExtendedLifetime(callbacks) {}
    }
}
