import DatasyncConcurrency
import DatasyncTree

/// The sequences that end when a manager is released.
final class SequenceMembers: Sendable {
    /// The membership of one sequence; releasing it removes the sequence.
    final class Membership: Sendable {
        private weak let members: SequenceMembers?
        private let number: Int

        fileprivate init(of members: SequenceMembers, _ number: Int) {
            self.members = members
            self.number = number
        }

        deinit { members?.remove(number) }
    }

    private struct State: Sendable {
        /// The closures that end the sequences, in order of registration.
        var ends = OrderedMap<Int, @Sendable () -> Void>()
        var lastNumber = 0
        var hasEnded = false
    }

    private let state = Guarded(State())

    /// The number of sequences that have not ended.
    var count: Int { state.withLock(\.ends.count) }

    /// Adds a sequence, which ends at once if the others have ended.
    ///
    /// - Parameter end: Ends the sequence; called outside the lock, by ``end()`` or in this call.
    /// - Returns: The membership; the sequence must retain it.
    func add(_ end: @escaping @Sendable () -> Void) -> Membership {
        let (number, isLate) = state.withLock { state in
            state.lastNumber += 1
            if !state.hasEnded { state.ends.set(end, for: state.lastNumber) }
            return (state.lastNumber, state.hasEnded)
        }
        if isLate { end() }
        return Membership(of: self, number)
    }

    /// Ends all sequences.
    func end() {
        let ends = state.withLock { state in
            state.hasEnded = true
            return state.ends
        }
        for (_, end) in ends { end() }
    }

    private func remove(_ number: Int) {
        // Returning the closure releases it outside the lock.
        _ = state.withLock { $0.ends.removeValue(for: number) }
    }
}
