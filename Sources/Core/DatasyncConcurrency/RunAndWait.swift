import Dispatch

/// Runs a closure on an executor, and waits for its end, but no longer than a limit.
///
/// If the closure itself waits for the calling thread, both go on once the limit has passed.
///
/// - Parameters:
///   - executor: Runs the closure on another thread.
///   - seconds: The longest wait.
///   - work: The closure.
package func runAndWait(on executor: Executor, atMost seconds: Double, _ work: @escaping @Sendable () -> Void) {
    let ended = DispatchSemaphore(value: 0)
    executor {
        work()
        ended.signal()
    }
    _ = ended.wait(timeout: .now() + seconds)
}
