import DatasyncPromise
import Testing

@Suite("2.1.3 a rejected promise does not change")
struct Clause2_1_3Tests {
    @Test("2.1.3.1 it does not become fulfilled", arguments: Situation.all)
    func staysRejected(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let promise = await fixture.settle(.failure(.first), .success(1)) { promise in
            fixture.done(promise) { log.note("fulfilled with \($0)") }
            fixture.caught(promise) { log.note("rejected with \($0)") }
            return promise
        }
        await fixture.settleDown()
        #expect(log.entries == ["rejected with first"])
        await #expect(throws: Failure.first) { try await promise.value }
    }

    @Test("2.1.3.2 its reason does not change", arguments: Situation.all)
    func keepsReason(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Failure?>()
        let promise = await fixture.settle(.failure(.first), .failure(.second)) { (promise: Promise<Int>) in
            fixture.caught(promise) { log.note($0 as? Failure) }
            return promise
        }
        await fixture.run { _ = fixture.caught(promise) { log.note($0 as? Failure) } }
        await fixture.settleDown()
        #expect(log.entries == [.first, .first])
    }
}
