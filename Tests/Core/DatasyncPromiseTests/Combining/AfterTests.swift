import DatasyncPromise
import Testing

@Suite("Timed promises")
struct AfterTests {
    @Test("after is fulfilled when its time has passed, and not before")
    func fulfils() async throws {
        let clock = ManualClock()
        let promise = after(.seconds(10), clock: clock)
        clock.advance(by: .seconds(9))
        #expect(!promise.isSettled)
        clock.advance(by: .seconds(1))
        try await promise.value
        #expect(promise.isSettled)
    }

    @Test("several promises are fulfilled in the order of their deadlines")
    func order() async throws {
        let clock = ManualClock()
        let log = Log<Int>()
        let ends = [3, 1, 2].map { number in after(.seconds(number), clock: clock).done { log.note(number) } }
        clock.advance(by: .seconds(5))
        _ = try await when(fulfilled: ends).value
        #expect(log.entries == [1, 2, 3])
    }

    @Test("cancelling cancels the timer")
    func cancel() async {
        let clock = ManualClock()
        let promise = after(.seconds(10), clock: clock)
        #expect(promise.cancel())
        #expect(clock.waiting == 0)
        await #expect(throws: PromiseError.cancelled) { try await promise.value }
    }

    @Test("releasing the clock rejects the promise as abandoned")
    func clockGoesAway() async {
        let promise = after(.seconds(10), clock: ManualClock())
        await #expect(throws: PromiseError.abandoned) { try await promise.value }
    }
}
