import DatasyncPromise
import Testing

@Suite("2.1.2 a fulfilled promise does not change")
struct Clause2_1_2Tests {
    @Test("2.1.2.1 it does not become rejected", arguments: Situation.all)
    func staysFulfilled(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let promise = await fixture.settle(.success(1), .failure(.first)) { promise in
            fixture.done(promise) { log.note("fulfilled with \($0)") }
            fixture.caught(promise) { log.note("rejected with \($0)") }
            return promise
        }
        await fixture.settleDown()
        #expect(log.entries == ["fulfilled with 1"])
        #expect(try await promise.value == 1)
    }

    @Test("2.1.2.2 its value does not change", arguments: Situation.all)
    func keepsValue(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Int>()
        let promise = await fixture.settle(.success(1), .success(2)) { promise in
            fixture.done(promise, log.note)
            return promise
        }
        await fixture.run { _ = fixture.done(promise, log.note) }
        await fixture.settleDown()
        #expect(log.entries == [1, 1])
    }
}
