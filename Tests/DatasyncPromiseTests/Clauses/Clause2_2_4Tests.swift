import DatasyncPromise
import Testing

@Suite("2.2.4 closures are never called from inside the call that attaches or settles")
struct Clause2_2_4Tests {
    @Test("2.2.4 the closure for the value is called later", arguments: Situation.all)
    func valueComesLater(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<Bool>()
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        await bench.run {
            if situation.settling == .already { Synchrony.inside { _ = resolver.fulfill(1) } }
            Synchrony.inside { _ = bench.done(promise) { _ in log.note(Synchrony.isInside) } }
            if situation.settling == .atOnce { Synchrony.inside { _ = resolver.fulfill(1) } }
        }
        await bench.run { Synchrony.inside { _ = resolver.fulfill(1) } }
        await bench.settleDown()
        #expect(log.entries == [false])
    }

    @Test("2.2.4 the closure for the reason is called later", arguments: Situation.all)
    func reasonComesLater(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<Bool>()
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        await bench.run {
            if situation.settling == .already { Synchrony.inside { _ = resolver.reject(Failure.first) } }
            Synchrony.inside { _ = bench.caught(promise) { _ in log.note(Synchrony.isInside) } }
            if situation.settling == .atOnce { Synchrony.inside { _ = resolver.reject(Failure.first) } }
        }
        await bench.run { Synchrony.inside { _ = resolver.reject(Failure.first) } }
        await bench.settleDown()
        #expect(log.entries == [false])
    }

    @Test("2.2.4 a closure attached from inside another is called after it", arguments: Situation.all)
    func nestedClosuresComeLater(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<String>()
        let inner = Log<Promise<Void>>()
        await bench.settle(.success(1)) { promise in
            bench.done(promise) { _ in
                log.note("outer begins")
                inner.note(bench.done(promise) { _ in log.note("inner") })
                log.note("outer ends")
            }
        }
        await bench.settleDown()
        await bench.settleDown()
        #expect(log.entries == ["outer begins", "outer ends", "inner"])
        #expect(inner.entries.count == 1)
    }
}
