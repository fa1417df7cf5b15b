import DatasyncConcurrency
import Dispatch
import Testing

@Suite("Runs with a limited wait", .timeLimit(.minutes(5)))
struct RunAndWaitTests {
    @Test("the call returns after the closure, which is released by then")
    func end() {
        let log = Guarded<[String]>([])
        let weak = Guarded(WeakReference<ReleaseSentinel>())
        do {
            let object = ReleaseSentinel()
            weak.withLock { $0.object = object }
            runAndWait(on: { work in DispatchQueue.global().async(execute: work) }, atMost: 60) { [object] in
                withExtendedLifetime(object) {}
                log.withLock { $0.append("closure") }
            }
            log.withLock { $0.append("after") }
        }
        #expect(log.withLock(\.self) == ["closure", "after"])
        #expect(weak.withLock { $0.object == nil })
    }

    @Test("a closure that waits for the calling thread goes on when the limit has passed")
    func cycle() {
        let (caller, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let thread = ThreadIdentity.current
        runAndWait(on: { work in DispatchQueue.global().async(execute: work) }, atMost: 0.05) {
            // On a machine under load, no other thread may begin in time; then the caller runs the closure.
            if ThreadIdentity.current != thread { caller.wait() }
            ended.signal()
        }
        caller.signal()
        #expect(ended.wait(timeout: .now() + 60) == .success)
    }

    @Test("without a thread of the executor, the caller runs the closure, once")
    func noThread() {
        let kept = Guarded<[@Sendable () -> Void]>([])
        let count = Guarded(0)
        runAndWait(on: { work in kept.withLock { $0.append(work) } }, atMost: 0.05) { count.withLock { $0 += 1 } }
        #expect(count.withLock(\.self) == 1)
        for work in kept.withLock(\.self) { work() }
        #expect(count.withLock(\.self) == 1)
    }
}
