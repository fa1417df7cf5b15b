import DatasyncPromise
import Testing

@Suite("2.2.7 every chaining call returns a promise")
struct Clause2_2_7Tests {
    @Test("2.2.7 the returned promise differs from the one that it was called on", arguments: Situation.all)
    func isAnother(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let (first, second) = await fixture.settle(.success(1)) { promise in (promise, fixture.map(promise) { $0 }) }
        #expect(first !== second)
        #expect(try await second.value == 1)
    }

    @Test("2.2.7.1 the result of a closure settles the next promise", arguments: Situation.all)
    func returnedSettles(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let next = await fixture.settle(.success(1)) { promise in fixture.then(promise) { .value("\($0)") } }
        #expect(try await next.value == "1")
        let recovered = await fixture.settle(.failure(.first)) { promise in fixture.recover(promise) { _ in .value(2) }
        }
        #expect(try await recovered.value == 2)
    }

    @Test("2.2.7.2 an error that a closure throws rejects the next promise", arguments: Situation.all)
    func thrownRejects(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let next = await fixture.settle(.success(1)) { promise in
            fixture.then(promise) { _ -> Promise<Int> in throw Failure.second }
        }
        await #expect(throws: Failure.second) { try await next.value }
        let recovered: Promise<Int> = await fixture.settle(.failure(.first)) { promise in
            fixture.recover(promise) { _ in throw Failure.second }
        }
        await #expect(throws: Failure.second) { try await recovered.value }
    }

    @Test("2.2.7.3 a value passes through a call that handles only reasons", arguments: Situation.all)
    func valuePasses(situation: Situation) async throws {
        let fixture = PromiseFixture(situation)
        let log = Log<String>()
        let next = await fixture.settle(.success(1)) { promise in
            fixture.recover(promise) { error in
                log.note("\(error)")
                throw error
            }
        }
        #expect(try await next.value == 1)
        #expect(log.entries == [])
    }

    @Test("2.2.7.4 a reason passes through a call that handles only values", arguments: Situation.all)
    func reasonPasses(situation: Situation) async {
        let fixture = PromiseFixture(situation)
        let log = Log<Int>()
        let next = await fixture.settle(.failure(.first)) { promise in
            fixture.map(promise) { (value: Int) -> Int in
                log.note(value)
                return value
            }
        }
        await #expect(throws: Failure.first) { try await next.value }
        #expect(log.entries == [])
    }
}
