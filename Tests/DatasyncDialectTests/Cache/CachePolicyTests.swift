import DatasyncAsync
import DatasyncBackend
import DatasyncCallback
import DatasyncConcurrency
import Testing

/// What a read without a connection finds of data that nobody subscribes to any more.
struct CachePolicyTests {
    @Test(
        "the callback's policy decides, and what onCanceled answers comes before it",
        arguments: [
            (Webcom.KEEP, nil, "old"), (Webcom.FORGET, nil, "nothing"), (Webcom.KEEP_UPDATING, nil, "new"),
            (Webcom.FORGET, Webcom.KEEP, "old"), (Webcom.KEEP, Webcom.FORGET, "nothing"),
        ] as [(Webcom.CachePolicy, Webcom.CachePolicy?, String)])
    func callback(policy: Webcom.CachePolicy, answer: Webcom.CachePolicy?, found: String) throws {
        let bench = try Bench(["a": "old"])
        let device = bench.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let callback = Webcom.Callback(queue: bench.queue, policy: policy) { (_: Webcom.DataSnapshot) in }
        if let answer { callback.onCanceled(queue: bench.queue) { _ in answer } }
        node.subscribe(Webcom.Event.ValueChange, callback)
        bench.flush()
        node.unsubscribe(callback)
        bench.flush()
        #expect(try read(bench, device, node) == found)
    }

    @Test("a database's cleanCache forgets what was kept, and stops keeping it up to date")
    func cleanCache() throws {
        let bench = try Bench(["a": "old"])
        let device = bench.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let callback = Webcom.Callback(queue: bench.queue, policy: Webcom.KEEP_UPDATING) { (_: Webcom.DataSnapshot) in }
        node.subscribe(Webcom.Event.ValueChange, callback)
        node.unsubscribe(callback)
        bench.flush()
        #expect(bench.listenCount == 1)
        Webcom.App(device.application).serverlessDb.cleanCache()
        #expect(bench.listenCount == 0)
        #expect(try read(bench, device, node) == "nothing")
    }

    @Test(
        "a manager's policy tells a cancelled subscription from one that went away with its manager",
        arguments: [
            (DatasyncCompletedSubscriptionPolicy.keepUpdatingDataWhenImplicit, true, "new"),
            (.keepUpdatingDataWhenImplicit, false, "old"), (.forgetData, true, "nothing"), (.keepData, true, "old"),
            (.keepUpdatingData, false, "new"),
        ])
    func manager(policy: DatasyncCompletedSubscriptionPolicy, goesAway: Bool, found: String) throws {
        let bench = try Bench(["a": "old"])
        let device = bench.device()
        var manager: DatasyncManager? = device.application.datasyncService.createManager(
            completedSubscriptionPolicy: policy, callbackQueue: bench.queue)
        let subscription = (manager! / "a")?.subscribe(queue: bench.queue, onEvent: { _ in })
        bench.flush()
        if goesAway { manager = nil } else { subscription?.cancel() }
        bench.flush()
        #expect(try read(bench, device, Webcom.ServerlessDbNode(device.application, path: "a")) == found)
        #expect(manager == nil || !goesAway)
    }

    @Test("a policy can still be chosen in the completion")
    func chosenInCompletion() throws {
        let bench = try Bench(["a": "old"])
        let device = bench.device()
        let manager = device.application.datasyncService.createManager()
        let chosen = Guarded<DatasyncSubscription?>(nil)
        let subscription = (manager / "a")?.subscribe(
            stores: false, queue: bench.queue, onEvent: { _ in },
            onCompletion: { _ in chosen.withLock { $0 }?.completedSubscriptionPolicy = .forgetData })
        chosen.withLock { $0 = subscription }
        bench.flush()
        subscription?.cancel()
        bench.flush()
        #expect(try read(bench, device, Webcom.ServerlessDbNode(device.application, path: "a")) == "nothing")
    }

    @Test("a new subscription starts from what is known for certain, not from what was kept")
    func newSubscription() throws {
        let bench = try Bench(["a": "old"])
        let device = bench.device()
        let node = Webcom.ServerlessDbNode(device.application, path: "a")
        let first = Webcom.Callback(queue: bench.queue) { (_: Webcom.DataSnapshot) in }
        node.subscribe(Webcom.Event.ValueChange, first)
        node.unsubscribe(first)
        device.port.drop()
        let values = Box<[String]>([])
        let second = Webcom.Callback(queue: bench.queue) { (snapshot: Webcom.DataSnapshot) in
            values.value.append(snapshot.val() as? String ?? "nothing")
        }
        node.subscribe(Webcom.Event.ValueChange, second)
        bench.flush()
        #expect(values.value == [])
        device.port.restore()
        bench.flush()
        #expect(values.value == ["old"])
    }

    /// Changes the data elsewhere, takes the connection away and reads.
    private func read(_ bench: Bench, _ device: Device, _ node: Webcom.ServerlessDbNode) throws -> String {
        try bench.embedded.setData(["a": "new"])
        device.port.drop()
        let found = Box("unsettled")
        _ = node.get().tap(on: bench.queue) { result in
            found.value = (try? result.get().val() as? String) ?? "nothing"
        }
        bench.flush()
        return found.value
    }
}
