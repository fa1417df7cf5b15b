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
            var calls: [(time: Double, action: @Sendable () -> Void)] = []
        }

        private let state: Guarded<State>

        init() { state = Guarded(State(now: (Date().timeIntervalSince1970 * 1000).rounded(.down))) }

        var clock: ServerClock {
            ServerClock(
                now: { self.state.withLock(\.now) },
                schedule: { delay, action in
                    self.state.withLock { $0.calls.append((time: $0.now + delay, action: action)) }
                    return {}
                })
        }

        /// Advances the time, and makes the calls that are due in the order of their times.
        func advance(bySeconds seconds: Double) {
            let due = state.withLock { state in
                state.now += seconds * 1000
                let now = state.now
                let due = state.calls.filter { $0.time <= now }
                state.calls.removeAll { $0.time <= now }
                return due
            }
            for call in due.sorted(by: { $0.time < $1.time }) { call.action() }
        }
    }
#endif
