import DatasyncPromise
import Dispatch
import Testing

@Suite("Asynchronous work at the end of a chain")
struct EnsureThenTests {
    private let queue = DispatchQueue(label: "ensure")

    @Test("ensureThen waits for the promise of its closure, and passes value and error on")
    func waits() async throws {
        let (cleanup, resolver) = Promise<Void>.pending()
        let fulfilled = Promise.value(1).ensureThen { cleanup }
        let rejected = Promise<Int>(error: Failure.first).ensureThen(on: queue) { cleanup }
        await MainActor.run {}
        #expect(!fulfilled.isSettled && !rejected.isSettled)
        resolver.fulfill()
        #expect(try await fulfilled.value == 1)
        await #expect(throws: Failure.first) { try await rejected.value }
    }

    @Test("ensureThen rejects with the error of its closure's promise", arguments: [true, false])
    func rejects(isFulfilled: Bool) async {
        let promise = isFulfilled ? Promise.value(1) : Promise(error: Failure.first)
        let end = promise.ensureThen { Promise(error: Failure.second) }
        await #expect(throws: Failure.second) { try await end.value }
    }

    @Test("cancelling reaches the work of the closure's promise")
    func cancels() async {
        let log = Log<String>()
        let (began, begin) = Promise<Void>.pending()
        let (cleanup, resolver) = Promise<Void>.pending { log.note("stopped") }
        let end = Promise.value(1, queue: queue).ensureThen(on: nil) {
            begin.fulfill()
            return cleanup
        }
        _ = await began.result
        queue.sync {}
        #expect(end.cancel())
        await #expect(throws: PromiseError.cancelled) { try await end.value }
        #expect(log.entries == ["stopped"])
        #expect(!resolver.fulfill())
    }

    @Test("a closure that returns the promise of its own call rejects it")
    func itself() async {
        let own = Log<Promise<Void>>()
        let (start, resolver) = Promise<Void>.pending(queue: queue)
        let end = start.ensureThen(on: nil) { own.entries[0] }
        own.note(end)
        resolver.fulfill()
        await #expect(throws: PromiseError.cycle) { try await end.value }
    }
}
