import DatasyncPromise
import Testing

@Suite("2.2.2 the closure for the value")
struct Clause2_2_2Tests {
    @Test("2.2.2.1 the closure is called after the promise is fulfilled, with the value", arguments: Situation.all)
    func receivesValue(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<(value: Int, wasSettled: Bool, wasDelivered: Bool)>()
        await fixture.settle(.success(7)) { promise in
            _ = fixture.done(promise) { log.note(($0, promise.isSettled, fixture.isDelivering)) }
        }
        await fixture.settleDown()
        #expect(log.entries.map(\.value) == [7])
        #expect(log.entries.map(\.wasSettled) == [true])
        #expect(log.entries.map(\.wasDelivered) == [true])
    }

    @Test("2.2.2.2 the closure is not called before the promise is fulfilled", arguments: Situation.all)
    func waits(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        await fixture.run { _ = fixture.done(promise) { _ in log.note("called") } }
        await fixture.settleDown()
        log.note("still waiting")
        await fixture.say([.success(1)], to: resolver) {}
        await fixture.settleDown()
        #expect(log.entries == ["still waiting", "called"])
    }

    @Test("2.2.2.3 the closure is called at most once", arguments: Situation.all)
    func isCalledOnce(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Int>()
        await fixture.settle(.success(1), .success(2), .success(3)) { promise in
            _ = fixture.done(promise, log.note)
        }
        await fixture.settleDown()
        #expect(log.entries == [1])
    }
}
