import DatasyncPromise
import Testing

@Suite("2.2.2 the closure for the value")
struct Clause2_2_2Tests {
    @Test("2.2.2.1 it is called after the promise is fulfilled, with the value", arguments: Situation.all)
    func receivesValue(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<(value: Int, wasSettled: Bool, wasDelivered: Bool)>()
        await bench.settle(.success(7)) { promise in
            _ = bench.done(promise) { log.note(($0, promise.isSettled, bench.isDelivering)) }
        }
        await bench.settleDown()
        #expect(log.entries.map(\.value) == [7])
        #expect(log.entries.map(\.wasSettled) == [true])
        #expect(log.entries.map(\.wasDelivered) == [true])
    }

    @Test("2.2.2.2 it is not called before", arguments: Situation.all)
    func waits(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<String>()
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        await bench.run { _ = bench.done(promise) { _ in log.note("called") } }
        await bench.settleDown()
        log.note("still waiting")
        await bench.say([.success(1)], to: resolver) {}
        await bench.settleDown()
        #expect(log.entries == ["still waiting", "called"])
    }

    @Test("2.2.2.3 it is not called more than once", arguments: Situation.all)
    func isCalledOnce(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<Int>()
        await bench.settle(.success(1), .success(2), .success(3)) { promise in
            _ = bench.done(promise, log.note)
        }
        await bench.settleDown()
        #expect(log.entries == [1])
    }
}
