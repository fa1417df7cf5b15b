package import Dispatch
import DatasyncLocking
import DatasyncWire

/// Hands closures to a queue, one after the other, in the order they came.
///
/// Serial queues keep the order anyway; with a mailbox concurrent ones do too, and a burst costs one hop instead of many.
package final class Mailbox: Sendable {
    package typealias Letter = @Sendable () -> Void

    private struct State: Sendable {
        var letters = Fifo<Letter>()
        var isScheduled = false
    }

    /// How many letters are handed over in one go before others on the queue get their turn.
    private static let batch = 64

    package let queue: DispatchQueue
    private let state = Guarded(State())

    package init(queue: DispatchQueue) { self.queue = queue }

    package func post(_ letter: @escaping Letter) {
        let schedules = state.withLock { state in
            state.letters.append(letter)
            defer { state.isScheduled = true }
            return !state.isScheduled
        }
        if schedules { schedule() }
    }

    private func schedule() { queue.async { self.deliver() } }

    private func deliver() {
        for _ in 0..<Self.batch {
            let letter = state.withLock { state in
                let letter = state.letters.popFirst()
                if letter == nil { state.isScheduled = false }
                return letter
            }
            guard let letter else { return }
            letter()
        }
        schedule()
    }
}
