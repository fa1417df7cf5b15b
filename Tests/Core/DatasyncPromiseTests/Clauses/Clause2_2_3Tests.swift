import DatasyncPromise
import Testing

@Suite("2.2.3 the closure for the reason")
struct Clause2_2_3Tests {
    @Test("2.2.3.1 the closure is called after the promise is rejected, with the reason", arguments: Situation.all)
    func receivesReason(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<(error: any Error, wasSettled: Bool, wasDelivered: Bool)>()
        await fixture.settle(.failure(.second)) { (promise: Promise<Int>) in
            _ = fixture.caught(promise) { log.note(($0, promise.isSettled, fixture.isDelivering)) }
        }
        await fixture.settleDown()
        #expect(log.entries.map { $0.error as? Failure } == [.second])
        #expect(log.entries.map(\.wasSettled) == [true])
        #expect(log.entries.map(\.wasDelivered) == [true])
    }

    @Test("2.2.3.2 the closure is not called before the promise is rejected", arguments: Situation.all)
    func waits(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        await fixture.run { _ = fixture.caught(promise) { _ in log.note("called") } }
        await fixture.settleDown()
        log.note("still waiting")
        await fixture.say([.failure(.first)], to: resolver) {}
        await fixture.settleDown()
        #expect(log.entries == ["still waiting", "called"])
    }

    @Test("2.2.3.3 the closure is called at most once", arguments: Situation.all)
    func isCalledOnce(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Failure?>()
        await fixture.settle(.failure(.first), .failure(.second)) { (promise: Promise<Int>) in
            _ = fixture.caught(promise) { log.note($0 as? Failure) }
        }
        await fixture.settleDown()
        #expect(log.entries == [.first])
    }
}
