import DatasyncConcurrency
import DatasyncPromise
import Dispatch
import Testing

@Suite("Descriptions of promises", .timeLimit(.minutes(30)))
struct PromiseDescriptionTests {
    @Test("a promise prints its state with the value or the error")
    func states() {
        let (promise, resolver) = Promise<Int>.pending()
        #expect(promise.description == "Promise<Int>(pending)")
        #expect(resolver.description == "Resolver(Promise<Int>(pending))")
        resolver.fulfill(5)
        #expect("\(promise)" == "Promise<Int>(fulfilled, 5)")
        #expect(Promise<Void>.value(()).description == "Promise<Void>(fulfilled)")
        #expect(
            Promise<Int>(error: PromiseError.timedOut).description.hasPrefix(
                "Promise<Int>(rejected, The promise did not settle"))
        #expect(PromiseError.timedOut.debugDescription == "PromiseError(timedOut)")
    }

    @Test("long values are cut to one line")
    func long() {
        let text = Promise.value(String(repeating: "a\n", count: 500)).description
        #expect(text == "Promise<String>(fulfilled, " + String(repeating: "a ", count: 100) + "…)")
    }

    @Test("printing a promise does not handle its rejection")
    func unhandled() {
        let reported = Guarded(0)
        do {
            let (promise, resolver) = Promise<Int>.pendingInOrder(of: .main) { _ in reported.withLock { $0 += 1 } }
            resolver.reject(PromiseError.cancelled)
            #expect(promise.description.hasPrefix("Promise<Int>(rejected, "))
        }
        #expect(reported.withLock(\.self) == 1)
    }

    @Test("a clock prints its queue")
    func clock() {
        #expect(DispatchPromiseClock(queue: .main).description == "DispatchPromiseClock(com.apple.main-thread)")
    }
}
