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
    let (work, ended) = (SingleRun(work), DispatchSemaphore(value: 0))
    executor { if work.run() { ended.signal() } }
    if ended.wait(timeout: .now() + seconds) == .timedOut { _ = work.run() }
}

/// A closure that the first caller runs, and releases before it goes on.
private final class SingleRun: Sendable {
    private let work: Guarded<ApplicationOwned<@Sendable () -> Void>?>

    init(_ work: @escaping @Sendable () -> Void) { self.work = Guarded(ApplicationOwned(work)) }

    /// Runs the closure.
    ///
    /// - Returns: Whether it ran; otherwise another caller has taken it.
    func run() -> Bool {
        guard let work = work.exchange(nil) else { return false }
        work.value()
        return true
    }
}
