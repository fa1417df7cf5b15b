import DatasyncPromise
import Testing

@Suite("The Dispatch clock", .timeLimit(.minutes(30)))
struct DispatchPromiseClockTests {
    @Test("zero, negative and short durations all pass", arguments: [-1, 0, 1])
    func fires(milliseconds: Int) async throws {
        let promise = after(.milliseconds(milliseconds))
        try await promise.value
        #expect(promise.isSettled)
    }

    @Test("a duration beyond the range of the clock never fires")
    func never() async {
        let promise = after(.seconds(Int64.max))
        #expect(!promise.isSettled)
        #expect(promise.cancel())
        await #expect(throws: PromiseError.cancelled) { try await promise.value }
    }

    @Test("a cancelled timer releases its closure at once")
    func calledOff() async {
        await expectRelease(of: 1) { track in
            let tracker = track()
            let callOff = DispatchPromiseClock().schedule(after: .seconds(3_600)) { withExtendedLifetime(tracker) {} }
            callOff()
            callOff()
        }
    }

    @Test("a timer that fired releases its closure, also without a reference to its cancellation")
    func fired() async {
        await expectRelease(of: 1) { track in
            let tracker = track()
            _ = DispatchPromiseClock().schedule(after: .zero) { withExtendedLifetime(tracker) {} }
        }
    }

    @Test("a promise that settles in time cancels its timer")
    func timeout() async throws {
        #expect(try await Promise.value(1).timeout(.seconds(3_600)).value == 1)
    }
}
