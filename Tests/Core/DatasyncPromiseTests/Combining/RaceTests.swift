import DatasyncPromise
import Testing

@Suite("Races")
struct RaceTests {
    @Test("the first promise that settles wins")
    func firstWins() async throws {
        let (slow, slowResolver) = Promise<Int>.pending()
        let (fast, fastResolver) = Promise<Int>.pending()
        let winner = race(slow, fast)
        fastResolver.fulfill(2)
        slowResolver.fulfill(1)
        #expect(try await winner.value == 2)
    }

    @Test("an error wins too")
    func errorWins() async {
        let (slow, resolver) = Promise<Int>.pending()
        let winner = race([slow, Promise(error: Failure.first)])
        await #expect(throws: Failure.first) { try await winner.value }
        #expect(resolver.fulfill(1))
    }

    @Test("of several settled promises the first in the list wins")
    func orderDecides() async throws {
        #expect(try await race(.value(1), .value(2)).value == 1)
    }

    @Test("a race without promises rejects")
    func nobody() async {
        let winner = race([Promise<Int>]())
        await #expect(throws: PromiseError.nothingToRace) { try await winner.value }
    }
}
