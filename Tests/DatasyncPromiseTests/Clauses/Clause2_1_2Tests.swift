import DatasyncPromise
import Testing

@Suite("2.1.2 a fulfilled promise stays as it is")
struct Clause2_1_2Tests {
    @Test("2.1.2.1 it does not become rejected", arguments: Situation.all)
    func staysFulfilled(situation: Situation) async throws {
        let bench = Bench(situation)
        let log = Log<String>()
        let promise = await bench.settle(.success(1), .failure(.first)) { promise in
            bench.done(promise) { log.note("fulfilled with \($0)") }
            bench.caught(promise) { log.note("rejected with \($0)") }
            return promise
        }
        await bench.settleDown()
        #expect(log.entries == ["fulfilled with 1"])
        #expect(try await promise.value == 1)
    }

    @Test("2.1.2.2 its value does not change", arguments: Situation.all)
    func keepsValue(situation: Situation) async {
        let bench = Bench(situation)
        let log = Log<Int>()
        let promise = await bench.settle(.success(1), .success(2)) { promise in
            bench.done(promise, log.note)
            return promise
        }
        await bench.run { _ = bench.done(promise, log.note) }
        await bench.settleDown()
        #expect(log.entries == [1, 1])
    }
}
