import Dispatch

/// Runs a closure on an executor, and waits for its end, but no longer than a limit.
///
/// If the closure itself waits for the calling thread, both go on once the limit has passed. If the executor has found no
/// thread until then, the calling thread runs the closure.
///
/// - Parameters:
///   - executor: Runs the closure on another thread.
///   - seconds: The longest wait.
///   - work: The closure.
package func runAndWait(on executor: Executor, atMost seconds: Double, _ work: @escaping @Sendable () -> Void) {
    let (begun, ended) = (Once(), DispatchSemaphore(value: 0))
    executor {
        guard begun.isFirst() else { return }
        work()
        ended.signal()
    }
    if ended.wait(timeout: .now() + seconds) == .timedOut, begun.isFirst() { work() }
}

/// Tells the first caller from all later ones.
private final class Once: Sendable {
    private let isDone = Guarded(false)

    func isFirst() -> Bool { !isDone.exchange(true) }
}
