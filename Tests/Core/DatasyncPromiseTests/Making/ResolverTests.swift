import DatasyncPromise
import Testing

@Suite("Resolvers")
struct ResolverTests {
    @Test("only the first call of a resolver has an effect and returns true")
    func firstWord() async throws {
        let (promise, resolver) = Promise<Int>.pending()
        #expect(!promise.isSettled)
        #expect(resolver.fulfill(1))
        #expect(promise.isSettled)
        #expect(!resolver.fulfill(2))
        #expect(!resolver.reject(Failure.first))
        #expect(!resolver.resolve(Result<Int, Failure>.success(3)))
        #expect(!resolver.resolve(Promise.value(4)))
        #expect(try await promise.value == 1)
    }

    @Test("a result with any type of error settles the promise")
    func resolvesResults() async throws {
        let typed = Promise<Int> { $0.resolve(Result<Int, Failure>.failure(.second)) }
        let untyped = Promise<Int> { $0.resolve(Result<Int, any Error>.success(5)) }
        await #expect(throws: Failure.second) { try await typed.value }
        #expect(try await untyped.value == 5)
    }

    @Test("a promise of Void is fulfilled without a value")
    func fulfillsVoid() async throws {
        let promise = Promise<Void> { resolver in resolver.fulfill() }
        try await promise.value
        #expect(promise.isSettled)
    }

    @Test("a resolver that is released without a call rejects the promise as abandoned")
    func abandoned() async {
        let promise = Promise<Int> { _ in }
        await #expect(throws: PromiseError.abandoned) { try await promise.value }
    }

    @Test("a resolver that is released while its promise follows another has no effect")
    func releasedWhileFollowing() async throws {
        let (other, otherResolver) = Promise<Int>.pending()
        let promise = Promise { $0.resolve(other) }
        #expect(!promise.isSettled)
        otherResolver.fulfill(1)
        #expect(try await promise.value == 1)
    }

    @Test("an abandoned promise rejects its chain")
    func abandonedChain() async throws {
        let log = Log<PromiseError?>()
        let end = Promise<Int> { _ in }.map { $0 + 1 }.done { _ in }.catch { log.note($0 as? PromiseError) }
        try await end.value
        #expect(log.entries == [.abandoned])
    }
}
