import DatasyncPromise
import Testing

@Suite("2.3.2 a promise that follows another")
struct Clause2_3_2Tests {
    @Test(
        "2.3.2.1 it stays pending while the other does, whatever else its resolver receives",
        arguments: Situation.all)
    func staysPending(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let (other, otherResolver) = Promise<Int>.pending(queue: fixture.queue)
        let (promise, resolver) = Promise<Int>.pending(queue: fixture.queue)
        let words = await fixture.run {
            [resolver.resolve(other), resolver.fulfill(2), resolver.reject(Failure.first), resolver.resolve(.value(3))]
        }
        await fixture.settleDown()
        #expect(words == [true, false, false, false])
        #expect(!promise.isSettled)
        await fixture.say([.success(1)], to: otherResolver) {}
        #expect(try await promise.value == 1)
    }

    @Test("2.3.2.2 it is fulfilled with the value of the other", arguments: Situation.all)
    func takesValue(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let next = await fixture.settle(.success("value")) { other in
            fixture.then(.value(1, queue: fixture.queue)) { _ in other }
        }
        #expect(try await next.value == "value")
    }

    @Test("2.3.2.3 it is rejected with the reason of the other", arguments: Situation.all)
    func takesReason(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let next: Promise<String> = await fixture.settle(.failure(.second)) { other in
            fixture.then(.value(1, queue: fixture.queue)) { _ in other }
        }
        await #expect(throws: Failure.second) { try await next.value }
    }
}
