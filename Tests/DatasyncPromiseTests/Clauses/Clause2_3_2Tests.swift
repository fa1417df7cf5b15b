import DatasyncPromise
import Testing

@Suite("2.3.2 a promise that follows another")
struct Clause2_3_2Tests {
    @Test("2.3.2.1 it stays pending for as long as the other does, whatever else is said", arguments: Situation.all)
    func staysPending(situation: Situation) async throws {
        let bench = Bench(situation)
        let (other, otherResolver) = Promise<Int>.pending(queue: bench.queue)
        let (promise, resolver) = Promise<Int>.pending(queue: bench.queue)
        let words = await bench.run {
            [resolver.resolve(other), resolver.fulfill(2), resolver.reject(Failure.first), resolver.resolve(.value(3))]
        }
        await bench.settleDown()
        #expect(words == [true, false, false, false])
        #expect(!promise.isSettled)
        await bench.say([.success(1)], to: otherResolver) {}
        #expect(try await promise.value == 1)
    }

    @Test("2.3.2.2 it is fulfilled with the value of the other", arguments: Situation.all)
    func takesValue(situation: Situation) async throws {
        let bench = Bench(situation)
        let next = await bench.settle(.success("value")) { other in
            bench.then(.value(1, queue: bench.queue)) { _ in other }
        }
        #expect(try await next.value == "value")
    }

    @Test("2.3.2.3 it is rejected with the reason of the other", arguments: Situation.all)
    func takesReason(situation: Situation) async {
        let bench = Bench(situation)
        let next: Promise<String> = await bench.settle(.failure(.second)) { other in
            bench.then(.value(1, queue: bench.queue)) { _ in other }
        }
        await #expect(throws: Failure.second) { try await next.value }
    }
}
