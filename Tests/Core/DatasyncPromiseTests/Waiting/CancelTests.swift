import DatasyncPromise
import Testing

@Suite("Cancelling work", .timeLimit(.minutes(30)))
struct CancelTests {
    @Test("the cancellation closure is called once, and the promise rejects")
    func producer() async {
        let log = Log<String>()
        let resolvers = Log<Promise<Int>.Resolver>()
        let stop: @Sendable () -> Void = { log.note("stopped") }
        let promise = Promise<Int>(cancel: stop) { resolver in resolvers.note(resolver) }
        #expect(promise.cancel())
        #expect(!promise.cancel())
        await #expect(throws: PromiseError.cancelled) { try await promise.value }
        #expect(log.entries == ["stopped"])
        #expect(resolvers.entries.map { $0.fulfill(1) } == [false])
    }

    @Test("without a cancellation closure cancelling has no effect")
    func noWay() async throws {
        let (promise, resolver) = Promise<Int>.pending()
        #expect(!promise.cancel())
        resolver.fulfill(1)
        #expect(try await promise.value == 1)
    }

    @Test("a settled promise is not cancelled")
    func tooLate() async throws {
        let log = Log<String>()
        let stop: @Sendable () -> Void = { log.note("stopped") }
        let promise = Promise(cancel: stop) { $0.fulfill(1) }
        #expect(!promise.cancel())
        #expect(try await promise.value == 1)
        #expect(log.entries == [])
    }

    @Test("a promise backed by a task cancels that task")
    func task() async {
        let (never, resolver) = Promise<Int>.pending()
        let log = Log<Bool>()
        let (ended, end) = Promise<Void>.pending()
        let promise = Promise<Int> {
            let result = await never.result
            log.note(Task.isCancelled)
            end.fulfill()
            return try result.get()
        }
        #expect(promise.cancel())
        await #expect(throws: PromiseError.cancelled) { try await promise.value }
        _ = await ended.result
        #expect(log.entries == [true])
        #expect(resolver.fulfill(1))
    }

    @Test("cancelling any promise of a chain stops the work that the chain waits for")
    func chain() async {
        let log = Log<String>()
        let (work, resolver) = Promise<Int>.pending { log.note("stopped") }
        let end = work.map { $0 + 1 }.then { Promise.value($0) }.ensure { log.note("ensured") }.asVoid()
        #expect(end.cancel())
        await #expect(throws: PromiseError.cancelled) { try await end.value }
        #expect(log.entries == ["stopped", "ensured"])
        #expect(!resolver.fulfill(1))
    }

    @Test("cancelling stops the work that a closure of the chain started")
    func innerWork() async {
        let log = Log<String>()
        let (inner, resolver) = Promise<Int>.pending { log.note("stopped") }
        let (began, begin) = Promise<Void>.pending()
        let end = Promise.value(1).then { _ in
            begin.fulfill()
            return inner
        }
        _ = await began.result
        await MainActor.run {}
        #expect(end.cancel())
        await #expect(throws: PromiseError.cancelled) { try await end.value }
        #expect(log.entries == ["stopped"])
        #expect(!resolver.fulfill(1))
    }

    @Test("cancelling stops all work that when and race wait for")
    func combined() async {
        let log = Log<Int>()
        let work = (0..<4).map { number in Promise<Int>.pending { log.note(number) } }
        let all = when(fulfilled: work[0].promise, work[1].promise)
        let winner = race(work[2].promise, work[3].promise)
        #expect(all.cancel())
        #expect(winner.cancel())
        #expect(log.entries.sorted() == [0, 1, 2, 3])
        await #expect(throws: PromiseError.cancelled) { try await all.value }
        await #expect(throws: PromiseError.cancelled) { try await winner.value }
    }

    @Test("the cancellation closure may use the promise and its resolver")
    func reentrant() async throws {
        let log = Log<Bool>()
        let own = Log<(promise: Promise<Int>, resolver: Promise<Int>.Resolver)>()
        let pair = Promise<Int>.pending {
            for pair in own.entries {
                log.note(pair.promise.isSettled)
                log.note(pair.resolver.fulfill(1))
                log.note(pair.promise.cancel())
            }
        }
        own.note(pair)
        #expect(pair.promise.cancel())
        #expect(log.entries == [true, false, false])
        await #expect(throws: PromiseError.cancelled) { try await pair.promise.value }
    }
}
