import DatasyncPromise
import Testing

@Suite("2.3.1 a promise that is to follow itself rejects")
struct Clause2_3_1Tests {
    @Test("2.3.1 returned from its own closure for the value", arguments: Situation.all)
    func fromThen(situation: Situation) async {
        let bench = Bench(situation)
        let (own, giveOwn) = Promise<Promise<Int>>.pending(queue: bench.queue)
        let promise = await bench.settle(.success(1)) { promise in
            bench.then(bench.then(promise) { _ in own }) { $0 }
        }
        giveOwn.fulfill(promise)
        await #expect(throws: PromiseError.returnedItself) { try await promise.value }
    }

    @Test("2.3.1 returned from its own closure for the reason", arguments: Situation.all)
    func fromRecover(situation: Situation) async {
        let bench = Bench(situation)
        let own = Log<Promise<Int>>()
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        let next = await bench.run {
            let next = bench.recover(promise) { error in
                guard let own = own.entries.first else { throw error }
                return own
            }
            own.note(next)
            return next
        }
        await bench.say([.failure(.first)], to: resolver) {}
        await #expect(throws: PromiseError.returnedItself) { try await next.value }
    }

    @Test("2.3.1 given to its own resolver", arguments: Situation.all)
    func fromResolver(situation: Situation) async {
        let bench = Bench(situation)
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        let wasFirst = await bench.run { resolver.resolve(promise) }
        #expect(wasFirst)
        await #expect(throws: PromiseError.returnedItself) { try await promise.value }
    }
}
