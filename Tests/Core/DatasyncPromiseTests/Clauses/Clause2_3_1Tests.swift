import DatasyncPromise
import Testing

@Suite("2.3.1 a promise that would follow itself rejects")
struct Clause2_3_1Tests {
    @Test("2.3.1 a promise rejects if its own closure for the value returns it", arguments: Situation.all)
    func fromThen(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let (own, giveOwn) = Promise<Promise<Int>>.pending(queue: fixture.queue)
        let promise = await fixture.settle(.success(1)) { promise in
            fixture.then(fixture.then(promise) { _ in own }) { $0 }
        }
        giveOwn.fulfill(promise)
        await #expect(throws: PromiseError.returnedItself) { try await promise.value }
    }

    @Test("2.3.1 a promise rejects if its own closure for the reason returns it", arguments: Situation.all)
    func fromRecover(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let own = Log<Promise<Int>>()
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        let next = await fixture.run {
            let next = fixture.recover(promise) { error in
                guard let own = own.entries.first else { throw error }
                return own
            }
            own.note(next)
            return next
        }
        await fixture.say([.failure(.first)], to: resolver) {}
        await #expect(throws: PromiseError.returnedItself) { try await next.value }
    }

    @Test("2.3.1 a promise rejects if its own resolver receives it", arguments: Situation.all)
    func fromResolver(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        let wasFirst = await fixture.run { resolver.resolve(promise) }
        #expect(wasFirst)
        await #expect(throws: PromiseError.returnedItself) { try await promise.value }
    }
}
