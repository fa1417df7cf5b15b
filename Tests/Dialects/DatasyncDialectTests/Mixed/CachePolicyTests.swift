import ClientTestSupport
import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncConcurrency
import Testing

/// Reads without a connection of data whose subscriptions have ended.
struct CachePolicyTests {
    @Test(
        "the callback's policy applies unless onCanceled returns another",
        arguments: [
            (Webcom.KEEP, nil, "old"), (Webcom.FORGET, nil, "nothing"), (Webcom.KEEP_UPDATING, nil, "new"),
            (Webcom.FORGET, Webcom.KEEP, "old"), (Webcom.KEEP, Webcom.FORGET, "nothing"),
        ] as [(Webcom.CachePolicy, Webcom.CachePolicy?, String)])
    func callback(policy: Webcom.CachePolicy, answer: Webcom.CachePolicy?, found: String) throws {
        let fixture = try ClientFixture(["a": "old"])
        let device = fixture.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let callback = Webcom.Callback(queue: fixture.queue, policy: policy) { (_: Webcom.DataSnapshot) in }
        if let answer { callback.onCanceled(queue: fixture.queue) { _ in answer } }
        node.subscribe(Webcom.Event.ValueChange, callback)
        fixture.flush()
        node.unsubscribe(callback)
        fixture.flush()
        #expect(try read(fixture, device, node) == found)
    }

    @Test("a database's cleanCache deletes the offline cache and stops updating it")
    func cleanCache() throws {
        let fixture = try ClientFixture(["a": "old"])
        let device = fixture.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let callback = Webcom.Callback(queue: fixture.queue, policy: Webcom.KEEP_UPDATING) { (_: Webcom.DataSnapshot) in
        }
        node.subscribe(Webcom.Event.ValueChange, callback)
        node.unsubscribe(callback)
        fixture.flush()
        #expect(fixture.listenCount == 1)
        Webcom.App(device.application).serverlessDb.cleanCache()
        #expect(fixture.listenCount == 0)
        #expect(try read(fixture, device, node) == "nothing")
    }

    @Test(
        "a manager's policy distinguishes a cancelled subscription from one that ended with its manager",
        arguments: [
            (DatasyncCompletedSubscriptionPolicy.keepUpdatingDataWhenImplicit, true, "new"),
            (.keepUpdatingDataWhenImplicit, false, "old"), (.forgetData, true, "nothing"), (.keepData, true, "old"),
            (.keepUpdatingData, false, "new"),
        ])
    func manager(policy: DatasyncCompletedSubscriptionPolicy, goesAway: Bool, found: String) throws {
        let fixture = try ClientFixture(["a": "old"])
        let device = fixture.device()
        var manager: DatasyncManager? = device.application.datasyncService.createManager(
            completedSubscriptionPolicy: policy, callbackQueue: fixture.queue)
        let subscription = (manager! / "a")?.subscribe(queue: fixture.queue, onEvent: { _ in })
        fixture.flush()
        if goesAway { manager = nil } else { subscription?.cancel() }
        fixture.flush()
        #expect(try read(fixture, device, Webcom.ServerlessDbNode(device.application, path: "a")) == found)
        #expect(manager == nil || !goesAway)
    }

    @Test("a policy can still be chosen in the completion")
    func chosenInCompletion() throws {
        let fixture = try ClientFixture(["a": "old"])
        let device = fixture.device()
        let manager = device.application.datasyncService.createManager()
        let chosen = Guarded<DatasyncSubscription?>(nil)
        let subscription = (manager / "a")?.subscribe(
            stores: false, queue: fixture.queue, onEvent: { _ in },
            onCompletion: { _ in chosen.withLock { $0 }?.completedSubscriptionPolicy = .forgetData })
        chosen.withLock { $0 = subscription }
        fixture.flush()
        subscription?.cancel()
        fixture.flush()
        #expect(try read(fixture, device, Webcom.ServerlessDbNode(device.application, path: "a")) == "nothing")
    }

    @Test("a new subscription starts from the server cache, not from the offline cache")
    func newSubscription() throws {
        let fixture = try ClientFixture(["a": "old"])
        let device = fixture.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let first = Webcom.Callback(queue: fixture.queue) { (_: Webcom.DataSnapshot) in }
        node.subscribe(Webcom.Event.ValueChange, first)
        node.unsubscribe(first)
        device.port.drop()
        let values = Box<[String]>([])
        let second = Webcom.Callback(queue: fixture.queue) { (snapshot: Webcom.DataSnapshot) in
            values.value.append(snapshot.val() as? String ?? "nothing")
        }
        node.subscribe(Webcom.Event.ValueChange, second)
        fixture.flush()
        #expect(values.value == [])
        device.port.restore()
        fixture.flush()
        #expect(values.value == ["old"])
    }

    /// Changes the data at the back end, drops the connection and reads.
    private func read(_ fixture: ClientFixture, _ device: Device, _ node: Webcom.ServerlessDbNode) throws -> String {
        try fixture.embedded.setData(["a": "new"])
        device.port.drop()
        let found = Box("unsettled")
        _ = node.get().tap(on: fixture.queue) { result in
            found.value = (try? result.get().val() as? String) ?? "nothing"
        }
        fixture.flush()
        return found.value
    }
}
