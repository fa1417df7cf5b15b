import DatasyncAsync
import Dispatch
import Synchronization
import Testing

/// The samples of the page "Testing your application", which `SamplePageTests` of `HouseTests` compares with it.
@Suite("Behaviour of the samples on testing", .timeLimit(.minutes(30)))
struct TestingYourApplicationSampleTests {
    // sample: clients
    let backend = EmbeddedBackend()
    let mine: WebcomApplication
    let manager: DatasyncManager
    let otherManager: DatasyncManager
    let total: DatasyncNode
    let otherTotal: DatasyncNode

    init() throws {
        try backend.setData(["cart": ["total": 2]])
        let configuration = WebcomConfiguration(identifier: "shop", platform: .embedded(in: backend))
        mine = WebcomApplication(configuration: configuration)
        manager = mine.datasyncService.createManager()
        otherManager = WebcomApplication(configuration: configuration).datasyncService.createManager()
        total = try manager.nodeThrows(for: "cart/total")
        otherTotal = try otherManager.nodeThrows(for: "cart/total")
    }
    // end of sample

    @Test("two clients of one back end receive each other's writes")
    func twoClients() async throws {
        // sample: two clients
        var totals = total.values(as: Int.self).makeAsyncIterator()
        #expect(try await totals.next() == 2)
        try await otherTotal.set(3)
        #expect(try await totals.next() == 3)
        // end of sample
    }

    @Test("a client without a connection queues its writes")
    func offline() async throws {
        // sample: offline
        try backend.dropConnection(of: mine)
        #expect(mine.datasyncService.state.disconnectionReason != nil)
        let stored = total.promise.set(4)
        #expect(try await total.decodedValue(as: Int.self) == 4)
        #expect(try await otherTotal.decodedValue(as: Int.self) == 2)

        try backend.restoreConnection(of: mine)
        try await stored.value
        #expect(try await otherTotal.decodedValue(as: Int.self) == 4)
        // end of sample
    }

    @Test("a late response leaves a local value unacknowledged")
    func slow() async throws {
        // sample: slow responses
        var events = total.events().makeAsyncIterator()
        #expect(try await events.next()?.isAcknowledged == true)

        try backend.holdResponses(to: mine)
        let stored = total.promise.set(4)
        #expect(try await events.next()?.isAcknowledged == false)
        #expect(try await otherTotal.decodedValue(as: Int.self) == 2)

        try backend.releaseResponses(to: mine)
        try await stored.value
        #expect(try await otherTotal.decodedValue(as: Int.self) == 4)
        // end of sample
    }

    @Test("a refused write throws and is reverted")
    func refusedWrite() async throws {
        // sample: refused writes
        try backend.refuseNextWrite(of: mine, with: .tooLarge)
        let error = await #expect(throws: WebcomError.self) { try await total.set(4) }
        #expect(error?.code == .tooLarge)
        #expect(try await total.decodedValue(as: Int.self) == 2)

        try await total.set(4)
        #expect(try await otherTotal.decodedValue(as: Int.self) == 4)
        // end of sample
    }

    @Test("a refused subscription ends with an error")
    func refusedSubscription() async throws {
        // sample: refused subscriptions
        try backend.refuseNextSubscription(of: mine)
        let error = await #expect(throws: WebcomError.self) {
            for try await _ in total.values(as: Int.self) {}
        }
        #expect(error?.code == .permissionDenied)
        // end of sample
    }

    @Test("new rules revoke a subscription")
    func revocation() async throws {
        // sample: revocation
        var events = total.events().makeAsyncIterator()
        #expect(try await events.next() != nil)
        try backend.setRules(#"{"rules": {".read": false, ".write": false}}"#)
        do {
            _ = try await events.next()
            Issue.record("The subscription goes on.")
        } catch {
            #expect(error.code == .permissionDenied)
        }
        // end of sample
    }

    @Test("a test controls the time of the back end")
    func time() async throws {
        // sample: server time
        try backend.setTime(1_700_000_000_000)
        // A client measures the difference between its clock and the back end's when it connects.
        try backend.dropConnection(of: mine)
        try backend.restoreConnection(of: mine)

        let order = try manager.nodeThrows(for: "orders/1")
        try await order.set(.raw, [".sv": "timestamp"])
        #expect(try await order.decodedValue(as: Double.self) == 1_700_000_000_000)

        try backend.advanceTime(by: 60_000)
        try await order.set(.raw, [".sv": "timestamp"])
        #expect(try await order.decodedValue(as: Double.self) == 1_700_000_060_000)
        // end of sample
    }

    @Test("a test waits for callbacks on their queue")
    func callbacks() async throws {
        // sample: callbacks
        let queue = DispatchQueue(label: "delivery")
        let values = Mutex<[Int]>([])
        total.subscribe(queue: queue) { event in
            values.withLock { $0.append(event.value.decoded() ?? 0) }
        }
        try await otherTotal.set(3)
        queue.sync {}
        #expect(values.withLock(\.self) == [2, 3])
        // end of sample
    }
}
