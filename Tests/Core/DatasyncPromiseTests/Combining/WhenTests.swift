import DatasyncPromise
import Testing

@Suite("Waiting for several promises")
struct WhenTests {
    @Test("when(fulfilled:) gives the values in the order of the promises, not of their settling")
    func gathers() async throws {
        let pairs = (0..<3).map { _ in Promise<Int>.pending() }
        let all = when(fulfilled: pairs.map(\.promise))
        for index in [2, 0, 1] {
            #expect(!all.isSettled)
            pairs[index].resolver.fulfill(index)
        }
        #expect(try await all.value == [0, 1, 2])
    }

    @Test("when(fulfilled:) rejects as soon as one promise rejects")
    func rejectsEarly() async {
        let (pending, resolver) = Promise<Int>.pending()
        let all = when(fulfilled: [pending, Promise(error: Failure.first)])
        await #expect(throws: Failure.first) { try await all.value }
        #expect(!pending.isSettled)
        resolver.fulfill(1)
    }

    @Test("when(fulfilled:) without promises is fulfilled with an empty list")
    func nothing() async throws {
        #expect(try await when(fulfilled: [Promise<Int>]()).value == [])
        #expect(try await when(resolved: [Promise<Int>]()).value.isEmpty)
    }

    @Test("when(fulfilled:) of two to five different types gives a tuple")
    func tuples() async throws {
        let (one, two, three) = (Promise.value(1), Promise.value("2"), Promise.value(3.0))
        let (four, five) = (Promise.value([4]), Promise.value(true))
        #expect(try await when(fulfilled: one, two).value == (1, "2"))
        #expect(try await when(fulfilled: one, two, three).value == (1, "2", 3.0))
        #expect(try await when(fulfilled: one, two, three, four).value == (1, "2", 3.0, [4]))
        #expect(try await when(fulfilled: one, two, three, four, five).value == (1, "2", 3.0, [4], true))
    }

    @Test("the closure after a tuple receives its values as separate arguments")
    func tupleClosure() async throws {
        let sum = when(fulfilled: Promise.value(1), Promise.value("22")).map { number, text in number + text.count }
        #expect(try await sum.value == 3)
    }

    @Test("when(fulfilled:) of different types rejects as soon as one promise rejects")
    func tupleRejects() async {
        let (pending, resolver) = Promise<Int>.pending()
        let both = when(fulfilled: pending, Promise<String>(error: Failure.second))
        await #expect(throws: Failure.second) { try await both.value }
        #expect(!pending.isSettled)
        resolver.fulfill(1)
    }

    @Test("when(resolved:) waits for all promises and never rejects")
    func resolved() async throws {
        let (pending, resolver) = Promise<Int>.pending()
        let all = when(resolved: [Promise(error: Failure.first), pending, .value(3)])
        #expect(!all.isSettled)
        resolver.fulfill(2)
        let outcomes = try await all.value
        #expect(outcomes.map { try? $0.get() } == [nil, 2, 3])
        #expect(throws: Failure.first) { try outcomes.first?.get() }
    }

    @Test("the same promise may be passed twice")
    func twice() async throws {
        let promise = Promise.value(1)
        #expect(try await when(fulfilled: [promise, promise]).value == [1, 1])
    }
}
