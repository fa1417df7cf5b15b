import DatasyncPromise
import Dispatch
import Testing

@Suite("Chaining calls")
struct ChainingTests {
    let queue = DispatchQueue(label: "chain")

    @Test("compactMap rejects if there is no value")
    func compactMapRejects() async {
        let promise = Promise.value("seven").compactMap(on: queue) { Int($0) }
        await #expect(throws: PromiseError.missingValue) { try await promise.value }
    }

    @Test("get passes the value on, and rejects with an error that it throws")
    func get() async throws {
        #expect(try await Promise.value(1).get(on: queue) { _ in }.value == 1)
        let failed = Promise.value(1).get(on: queue) { _ in throw Failure.first }
        await #expect(throws: Failure.first) { try await failed.value }
    }

    @Test("tap receives either outcome and changes neither")
    func tap() async throws {
        let log = Log<Result<Int, any Error>>()
        #expect(try await Promise.value(1).tap(on: queue, log.note).value == 1)
        let rejected = Promise<Int>(error: Failure.first).tap(on: queue, log.note)
        await #expect(throws: Failure.first) { try await rejected.value }
        #expect(try log.entries.first?.get() == 1)
        #expect(throws: Failure.first) { try log.entries.last?.get() }
    }

    @Test("ensure runs for either outcome and changes neither")
    func ensure() async throws {
        let log = Log<String>()
        #expect(try await Promise.value(1).ensure(on: queue) { log.note("fulfilled") }.value == 1)
        let rejected = Promise<Int>(error: Failure.first).ensure(on: queue) { log.note("rejected") }
        await #expect(throws: Failure.first) { try await rejected.value }
        #expect(log.entries == ["fulfilled", "rejected"])
    }

    @Test("catch fulfils the chain, with and without an error")
    func catchEnds() async throws {
        let log = Log<Failure?>()
        try await Promise.value(1).catch(on: queue) { log.note($0 as? Failure) }.value
        #expect(log.entries == [])
        try await Promise<Int>(error: Failure.first).catch(on: queue) { log.note($0 as? Failure) }.value
        #expect(log.entries == [.first])
    }

    @Test("finally runs last and passes no error on")
    func finally() async throws {
        let log = Log<String>()
        try await Promise<Int>(error: Failure.first).finally { log.note("main") }.value
        try await Promise<Int>(error: Failure.first).finally(on: queue) { log.note("queue") }.value
        #expect(log.entries == ["main", "queue"])
    }

    @Test("asVoid discards the value and passes the error on")
    func asVoid() async throws {
        try await Promise.value(1).asVoid().value
        let rejected = Promise<Int>(error: Failure.first).asVoid()
        await #expect(throws: Failure.first) { try await rejected.value }
    }

    @Test("firstly turns a thrown error into a rejection")
    func firstlyThrows() async {
        let promise = firstly { () -> Promise<Int> in throw Failure.second }
        await #expect(throws: Failure.second) { try await promise.value }
    }

    @Test("the closures of one chain may use different queues")
    func mixedQueues() async throws {
        let source = Promise.value(1)
        let main = source.map { _ in MainActor.assumeIsolated { "main" } }
        let other = source.map(on: queue) { _ in "other" }
        #expect(try await when(fulfilled: main, other).value == ("main", "other"))
    }
}
