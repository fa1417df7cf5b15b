import DatasyncPromise
import Testing

@Suite("Timeouts")
struct TimeoutTests {
    @Test("a promise that exceeds the timeout rejects, and its work continues")
    func tooLong() async throws {
        let clock = ManualClock()
        let (work, resolver) = Promise<Int>.pending()
        let timed = work.timeout(.seconds(5), clock: clock)
        clock.advance(by: .seconds(5))
        await #expect(throws: PromiseError.timedOut) { try await timed.value }
        #expect(resolver.fulfill(1))
        #expect(try await work.value == 1)
    }

    @Test("a promise that settles in time passes its value on and cancels the timer")
    func inTime() async throws {
        let clock = ManualClock()
        let (work, resolver) = Promise<Int>.pending()
        let timed = work.timeout(.seconds(5), clock: clock)
        clock.advance(by: .seconds(4))
        resolver.fulfill(1)
        #expect(try await timed.value == 1)
        #expect(clock.waiting == 0)
    }

    @Test("a promise that rejects in time passes its error on")
    func inTimeWithError() async {
        let timed = Promise<Int>(error: Failure.first).timeout(.seconds(5), clock: ManualClock())
        await #expect(throws: Failure.first) { try await timed.value }
    }

    @Test("cancelling the timed promise stops the work")
    func cancel() async {
        let stopped = Log<String>()
        let (work, resolver) = Promise<Int>.pending { stopped.note("stopped") }
        let timed = work.timeout(.seconds(5), clock: ManualClock())
        #expect(timed.cancel())
        #expect(stopped.entries == ["stopped"])
        await #expect(throws: PromiseError.cancelled) { try await timed.value }
        #expect(!resolver.fulfill(1))
    }
}
