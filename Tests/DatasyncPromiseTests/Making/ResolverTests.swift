import DatasyncPromise
import Testing

@Suite("Resolvers")
struct ResolverTests {
    @Test("only the first word is told that it was first")
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

    @Test("a result settles, whatever the type of its error")
    func resolvesResults() async throws {
        let typed = Promise<Int> { $0.resolve(Result<Int, Failure>.failure(.second)) }
        let untyped = Promise<Int> { $0.resolve(Result<Int, any Error>.success(5)) }
        await #expect(throws: Failure.second) { try await typed.value }
        #expect(try await untyped.value == 5)
    }

    @Test("a promise without a value is fulfilled without one")
    func fulfillsVoid() async throws {
        let promise = Promise<Void> { resolver in resolver.fulfill() }
        try await promise.value
        #expect(promise.isSettled)
    }

    @Test("one that is released without a word rejects as abandoned")
    func abandoned() async {
        let promise = Promise<Int> { _ in }
        await #expect(throws: PromiseError.abandoned) { try await promise.value }
    }

    @Test("one that is released while its promise follows another changes nothing")
    func releasedWhileFollowing() async throws {
        let (other, otherResolver) = Promise<Int>.pending()
        let promise = Promise { $0.resolve(other) }
        #expect(!promise.isSettled)
        otherResolver.fulfill(1)
        #expect(try await promise.value == 1)
    }

    @Test("being abandoned runs down the chain and ends it")
    func abandonedChain() async throws {
        let log = Log<PromiseError?>()
        let end = Promise<Int> { _ in }.map { $0 + 1 }.done { _ in }.catch { log.note($0 as? PromiseError) }
        try await end.value
        #expect(log.entries == [.abandoned])
    }
}
