import DatasyncLocking
import DatasyncWire
package import Dispatch

/// Hands closures to a queue, one after the other, in the order they came.
///
/// Serial queues keep the order anyway, across mailboxes too, as each letter is a block of its own. On a concurrent queue,
/// whose blocks run side by side, whoever delivers takes the letters of the others with it.
package final class Mailbox: Sendable {
    package typealias Letter = @Sendable () -> Void

    private struct State: Sendable {
        var letters = Fifo<Letter>()
        /// How many letters have had their block called.
        var due = 0
        var isDelivering = false
    }

    package let queue: DispatchQueue
    private let state = Guarded(State())

    package init(queue: DispatchQueue) { self.queue = queue }

    package func post(_ letter: @escaping Letter) {
        state.withLock { $0.letters.append(letter) }
        queue.async { self.deliver() }
    }

    private func deliver() {
        var letter = state.withLock { state -> Letter? in
            state.due += 1
            return state.isDelivering ? nil : Self.next(&state)
        }
        while let current = letter {
            current()
            letter = state.withLock { Self.next(&$0) }
        }
    }

    private static func next(_ state: inout State) -> Letter? {
        guard state.due > 0, let letter = state.letters.popFirst() else {
            state.isDelivering = false
            return nil
        }
        state.due -= 1
        state.isDelivering = true
        return letter
    }
}
