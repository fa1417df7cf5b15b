import DatasyncConcurrency
import DatasyncPromise

/// A clock for `timeout` that the test advances.
final class Deadline: PromiseClock {
    private struct State {
        var timers: [Int: @Sendable () -> Void] = [:]
        var last = 0
    }

    private let state = Guarded(State())

    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.last += 1
            state.timers[state.last] = action
            return state.last
        }
        return { [weak self] in _ = self?.state.withLock { $0.timers.removeValue(forKey: number) } }
    }

    /// Fires all timers.
    func pass() {
        let timers = state.withLock { state in
            defer { state.timers = [:] }
            return state.timers.sorted { $0.key < $1.key }.map(\.value)
        }
        for timer in timers { timer() }
    }
}
