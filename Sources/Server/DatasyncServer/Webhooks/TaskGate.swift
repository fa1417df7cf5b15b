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
            /// The places that each party has.
            var taken: [Party: Int] = [:]
            /// The waiting tasks of each party, in order.
            var waiting: [Party: Fifo<CheckedContinuation<Void, Never>>] = [:]
            /// The parties with waiting tasks, the next one first.
            var turns = Fifo<Party>()

            mutating func take(for party: Party) {
                free -= 1
                taken[party, default: 0] += 1
            }

            /// Takes a free place for the next task whose party has not its share yet.
            mutating func next(share: Int) -> CheckedContinuation<Void, Never>? {
                for _ in 0..<turns.count {
                    guard let party = turns.popFirst() else { return nil }
                    guard taken[party, default: 0] < share, let next = waiting[party]?.popFirst() else {
                        turns.append(party)
                        continue
                    }
                    if waiting[party]?.isEmpty == false { turns.append(party) } else { waiting[party] = nil }
                    take(for: party)
                    return next
                }
                return nil
            }
        }

        private let state: Guarded<State>
        private let share: Int

        /// Creates a gate.
        ///
        /// - Parameters:
        ///   - limit: The number of places.
        ///   - share: The number of places that one party can have; by default all.
        init(limit: Int, share: Int = .max) {
            state = Guarded(State(free: limit))
            self.share = share
        }

        /// The number of tasks that wait for a place.
        var waitingCount: Int { state.withLock { $0.waiting.values.reduce(0) { $0 + $1.count } } }

        /// Waits for a place.
        ///
        /// - Parameter party: The party to which the task belongs.
        /// - Throws: `CancellationError` if the task was cancelled meanwhile; the place is then free again.
        func enter(for party: Party = []) async throws {
            await withCheckedContinuation { continuation in
                let passes = state.withLock { state in
                    if state.free > 0, state.taken[party, default: 0] < share {
                        state.take(for: party)
                        return true
                    }
                    if state.waiting[party] == nil { state.turns.append(party) }
                    state.waiting[party, default: Fifo()].append(continuation)
                    return false
                }
                if passes { continuation.resume() }
            }
            guard Task.isCancelled else { return }
            leave(for: party)
            throw CancellationError()
        }

        /// Gives the place of a party to the next task.
        func leave(for party: Party = []) {
            let next = state.withLock { state in
                state.free += 1
                let count = state.taken[party, default: 1] - 1
                state.taken[party] = count == 0 ? nil : count
                return state.next(share: share)
            }
            next?.resume()
        }
    }
#endif
