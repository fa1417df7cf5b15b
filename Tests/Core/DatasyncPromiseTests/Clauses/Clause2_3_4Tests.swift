import DatasyncPromise
import Testing

@Suite("2.3.4 a plain value")
struct Clause2_3_4Tests {
    @Test("2.3.4 a value that the closure returns fulfils the next promise", arguments: Situation.all)
    func fulfils(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let next = await fixture.settle(.success(20)) { promise in fixture.map(promise) { $0 + 1 } }
        #expect(try await next.value == 21)
    }

    @Test("2.3.4 an optional, a tuple or an error is a plain value too", arguments: Situation.all)
    func fulfilsWithAnything(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let none = await fixture.settle(.success(1)) { promise in fixture.map(promise) { _ in Int?.none } }
        #expect(try await none.value == nil)
        let pair = await fixture.settle(.success(1)) { promise in fixture.map(promise) { ($0, "\($0)") } }
        #expect(try await pair.value == (1, "1"))
        let error = await fixture.settle(.success(1)) { promise in fixture.map(promise) { _ in Failure.first } }
        #expect(try await error.value == .first)
    }
}
