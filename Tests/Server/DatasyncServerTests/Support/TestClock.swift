#if Server
    import DatasyncConcurrency
    import Foundation

    @testable import DatasyncServer

    /// The clock of a server in a test: it begins at the present time, and stands still until the test advances it.
    ///
    /// A cancelled call takes place all the same, as one does that has begun in the moment when it is cancelled.
    final class TestClock: Sendable {
        private struct State: Sendable {
            var now: Double
            /// The time of the clock that never goes back.
            var uptime = 0.0
            var calls: [(time: Double, action: @Sendable () -> Void)] = []
            /// The number of calls so far, due ones included.
            var count = 0
            var waiter: (count: Int, continuation: CheckedContinuation<Void, Never>)?
        }

        private let state: Guarded<State>

        init() { state = Guarded(State(now: (Date().timeIntervalSince1970 * 1000).rounded(.down))) }

        var clock: ServerClock {
            ServerClock(
                now: { self.state.withLock(\.now) },
                schedule: { delay, action in
                    let waiter = self.state.withLock { state -> CheckedContinuation<Void, Never>? in
                        state.calls.append((time: state.uptime + delay, action: action))
                        state.count += 1
                        guard let waiter = state.waiter, state.count >= waiter.count else { return nil }
                        state.waiter = nil
                        return waiter.continuation
                    }
                    waiter?.resume()
                    return {}
                }, uptime: { self.state.withLock(\.uptime) })
        }

        /// Sets the clock forward or back, as the operating system does; no call is due because of that.
        func jump(bySeconds seconds: Double) { state.withLock { $0.now += seconds * 1000 } }

        /// Waits until a number of calls have been scheduled, those before included; one task may wait at a time.
        func waitForCalls(_ count: Int) async {
            await withCheckedContinuation { continuation in
                let isReached = state.withLock { state in
                    if state.count < count { state.waiter = (count, continuation) }
                    return state.count >= count
                }
                if isReached { continuation.resume() }
            }
        }

        /// Advances the time, and makes the calls that are due in the order of their times.
        func advance(bySeconds seconds: Double) {
            let due = state.withLock { state in
                state.now += seconds * 1000
                state.uptime += seconds * 1000
                let now = state.uptime
                let due = state.calls.filter { $0.time <= now }
                state.calls.removeAll { $0.time <= now }
                return due
            }
            for call in due.sorted(by: { $0.time < $1.time }) { call.action() }
        }
    }
#endif
