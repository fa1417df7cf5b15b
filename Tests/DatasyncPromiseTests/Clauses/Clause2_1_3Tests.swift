import DatasyncPromise
import Testing

@Suite("2.1.3 a rejected promise stays as it is")
struct Clause2_1_3Tests {
    @Test("2.1.3.1 it does not become fulfilled", arguments: Situation.all)
    func staysRejected(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<String>()
        let promise = await bench.settle(.failure(.first), .success(1)) { promise in
            bench.done(promise) { log.note("fulfilled with \($0)") }
            bench.caught(promise) { log.note("rejected with \($0)") }
            return promise
        }
        await bench.settleDown()
        #expect(log.entries == ["rejected with first"])
        await #expect(throws: Failure.first) { try await promise.value }
    }

    @Test("2.1.3.2 its reason does not change", arguments: Situation.all)
    func keepsReason(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<Failure?>()
        let promise = await bench.settle(.failure(.first), .failure(.second)) { (promise: Promise<Int>) in
            bench.caught(promise) { log.note($0 as? Failure) }
            return promise
        }
        await bench.run { _ = bench.caught(promise) { log.note($0 as? Failure) } }
        await bench.settleDown()
        #expect(log.entries == [.first, .first])
    }
}
