#if Server
    import DatasyncConcurrency

    /// Lets a limited number of tasks pass at a time; the others wait in order.
    final class TaskGate: Sendable {
        private struct State: Sendable {
            var free: Int
            var waiting = Fifo<CheckedContinuation<Void, Never>>()
        }

        private let state: Guarded<State>

        init(limit: Int) { state = Guarded(State(free: limit)) }

        /// Waits for a place.
        ///
        /// - Throws: `CancellationError` if the task was cancelled meanwhile; the place is then free again.
        func enter() async throws {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    state.waiting.append(continuation)
                    return false
                }
                if passes { continuation.resume() }
            }
            guard Task.isCancelled else { return }
            leave()
            throw CancellationError()
        }

        /// Gives the place to the next task.
        func leave() {
            let next = state.withLock { state in
                let next = state.waiting.popFirst()
                if next == nil { state.free += 1 }
                return next
            }
            next?.resume()
        }
    }
#endif
