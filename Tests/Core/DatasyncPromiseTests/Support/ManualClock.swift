import DatasyncConcurrency

@testable import DatasyncPromise

/// A clock that the test advances.
final class ManualClock: PromiseClock {
    private struct Timer {
        let deadline: Duration
        let action: @Sendable () -> Void
    }

    private struct State {
        var now = Duration.zero
        var timers: [Int: Timer] = [:]
        var lastNumber = 0
    }

    private let state = Guarded(State())

    /// The number of timers that have neither fired nor been cancelled.
    var waiting: Int { state.withLock { $0.timers.count } }

    func schedule(after duration: Duration, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
        let number = state.withLock { state in
            state.lastNumber += 1
            state.timers[state.lastNumber] = Timer(deadline: state.now + duration, action: action)
            return state.lastNumber
        }
        return { [weak self] in
            _ = self?.state.withLock { $0.timers.removeValue(forKey: number) }
        }
    }

    /// Advances the clock, and fires the due timers, the earliest first.
    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now += duration
            let due = state.timers.filter { $0.value.deadline <= state.now }
            for number in due.keys { state.timers[number] = nil }
            return due
        }
        for (_, timer) in due.sorted(by: { ($0.value.deadline, $0.key) < ($1.value.deadline, $1.key) }) {
            timer.action()
        }
    }
}
