import DatasyncPromise
import Testing

@Suite("2.2.6 several closures of one promise")
struct Clause2_2_6Tests {
    @Test(
        "2.2.6.1 closures for the value are called in the order in which they were attached",
        arguments: Situation.all)
    func valueInOrder(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Int>()
        let promise = await fixture.settle(.success(1)) { promise in
            for number in 0..<50 { fixture.done(promise) { _ in log.note(number) } }
            return promise
        }
        await fixture.run {
            for number in 50..<100 { fixture.done(promise) { _ in log.note(number) } }
        }
        await fixture.settleDown()
        #expect(log.entries == Array(0..<100))
    }

    @Test(
        "2.2.6.2 closures for the reason are called in the order in which they were attached",
        arguments: Situation.all)
    func reasonInOrder(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Int>()
        let promise = await fixture.settle(.failure(.first)) { (promise: Promise<Int>) in
            for number in 0..<50 { fixture.caught(promise) { _ in log.note(number) } }
            return promise
        }
        await fixture.run {
            for number in 50..<100 { fixture.caught(promise) { _ in log.note(number) } }
        }
        await fixture.settleDown()
        #expect(log.entries == Array(0..<100))
    }

    @Test("2.2.6.1 a closure that throws does not prevent the call of the next one", arguments: Situation.all)
    func throwingIsPrivate(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let (failing, other) = await fixture.settle(.success(1)) { promise in
            (fixture.map(promise) { _ -> Int in throw Failure.first }, fixture.map(promise) { $0 + 1 })
        }
        await #expect(throws: Failure.first) { try await failing.value }
        #expect(try await other.value == 2)
    }

    @Test("2.2.6 the order holds when eight threads attach while one of them settles, 10,000 times")
    func orderUnderFire() async {
        let disorder = await Stampede(threads: 8, closuresPerThread: 3).run(rounds: 10_000)
        #expect(disorder == [])
    }
}
