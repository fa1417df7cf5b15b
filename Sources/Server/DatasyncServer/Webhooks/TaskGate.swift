#if Server
    import DatasyncConcurrency

    /// Lets a limited number of tasks pass at a time.
    ///
    /// The others wait, and the parties that they belong to take turns: one with many tasks does not delay those of the others.
    final class TaskGate: Sendable {
        /// The name of a party, in UTF-8.
        typealias Party = [UInt8]

        private struct State: Sendable {
            var free: Int
            /// The waiting tasks of each party, in order.
            var waiting: [Party: Fifo<CheckedContinuation<Void, Never>>] = [:]
            /// The parties with waiting tasks, the next one first.
            var turns = Fifo<Party>()

            mutating func next() -> CheckedContinuation<Void, Never>? {
                guard let party = turns.popFirst() else { return nil }
                let next = waiting[party]?.popFirst()
                if waiting[party]?.isEmpty == false { turns.append(party) } else { waiting[party] = nil }
                return next
            }
        }

        private let state: Guarded<State>

        init(limit: Int) { state = Guarded(State(free: limit)) }

        /// The number of tasks that wait for a place.
        var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

        /// Waits for a place.
        ///
        /// - Parameter party: The party to which the task belongs.
        /// - Throws: `CancellationError` if the task was cancelled meanwhile; the place is then free again.
        func enter(for party: Party = []) async throws {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.free > 0 {
                        state.free -= 1
                        return true
                    }
                    if state.waiting[party] == nil { state.turns.append(party) }
                    state.waiting[party, default: Fifo()].append(continuation)
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
                let next = state.next()
                if next == nil { state.free += 1 }
                return next
            }
            next?.resume()
        }
    }
#endif
