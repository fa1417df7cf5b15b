import DatasyncPromise
import Testing

@Suite("The clock of the system", .timeLimit(.minutes(30)))
struct DispatchPromiseClockTests {
    @Test("nothing, less than nothing and a moment all pass", arguments: [-1, 0, 1])
    func fires(milliseconds: Int) async throws {
        let promise = after(.milliseconds(milliseconds))
        try await promise.value
        #expect(promise.isSettled)
    }

    @Test("more time than can be counted does not fire")
    func never() async {
        let promise = after(.seconds(Int64.max))
        #expect(!promise.isSettled)
        #expect(promise.cancel())
        await #expect(throws: PromiseError.cancelled) { try await promise.value }
    }

    @Test("a timer that is called off lets go of its closure at once")
    func calledOff() async {
        await expectRelease(of: 1) { track in
            let tracker = track()
            let callOff = DispatchPromiseClock().schedule(after: .seconds(3_600)) { withExtendedLifetime(tracker) {} }
            callOff()
            callOff()
        }
    }

    @Test("a timer that fired lets go of its closure, also when nobody can call it off")
    func fired() async {
        await expectRelease(of: 1) { track in
            let tracker = track()
            _ = DispatchPromiseClock().schedule(after: .zero) { withExtendedLifetime(tracker) {} }
        }
    }

    @Test("a promise in time calls its timer off")
    func timeout() async throws {
        #expect(try await Promise.value(1).timeout(.seconds(3_600)).value == 1)
    }
}
