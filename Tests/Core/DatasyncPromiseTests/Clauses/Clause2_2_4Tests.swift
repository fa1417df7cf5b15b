import DatasyncPromise
import Testing

@Suite("2.2.4 closures are never called inside the call that attaches or settles")
struct Clause2_2_4Tests {
    @Test("2.2.4 the closure for the value is called later", arguments: Situation.all)
    func valueComesLater(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Bool>()
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        await fixture.run {
            if situation.settling == .already { Synchrony.inside { _ = resolver.fulfill(1) } }
            Synchrony.inside { _ = fixture.done(promise) { _ in log.note(Synchrony.isInside) } }
            if situation.settling == .atOnce { Synchrony.inside { _ = resolver.fulfill(1) } }
        }
        await fixture.run { Synchrony.inside { _ = resolver.fulfill(1) } }
        await fixture.settleDown()
        #expect(log.entries == [false])
    }

    @Test("2.2.4 the closure for the reason is called later", arguments: Situation.all)
    func reasonComesLater(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Bool>()
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        await fixture.run {
            if situation.settling == .already { Synchrony.inside { _ = resolver.reject(Failure.first) } }
            Synchrony.inside { _ = fixture.caught(promise) { _ in log.note(Synchrony.isInside) } }
            if situation.settling == .atOnce { Synchrony.inside { _ = resolver.reject(Failure.first) } }
        }
        await fixture.run { Synchrony.inside { _ = resolver.reject(Failure.first) } }
        await fixture.settleDown()
        #expect(log.entries == [false])
    }

    @Test("2.2.4 a closure that is attached inside another one is called after it", arguments: Situation.all)
    func nestedClosuresComeLater(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let inner = Log<Promise<Void>>()
        await fixture.settle(.success(1)) { promise in
            fixture.done(promise) { _ in
                log.note("outer begins")
                inner.note(fixture.done(promise) { _ in log.note("inner") })
                log.note("outer ends")
            }
        }
        await fixture.settleDown()
        await fixture.settleDown()
        #expect(log.entries == ["outer begins", "outer ends", "inner"])
        #expect(inner.entries.count == 1)
    }
}
