package import Dispatch

/// A dispatch queue with a fixed order of delivery: blocks run one after the other, in the order in which they were posted.
///
/// On a serial queue each block is a block of its own, so that the order also holds against everything else on that queue.
/// On a concurrent queue, where blocks would run side by side, the thread that delivers takes the blocks of the others with
/// it. A queue that does not run cannot be told from a slow one; the number of waiting blocks is reported instead.
package final class DeliveryQueue: Sendable {
    package typealias Block = @Sendable () -> Void

    private struct State: Sendable {
        var blocks = Fifo<ApplicationOwned<Block>>()
        /// The number of blocks whose turn on the dispatch queue has come.
        var due = 0
        var isDelivering = false
        /// The number of waiting blocks that is reported next.
        var reportedBacklog = DeliveryQueue.firstReportedBacklog
    }

    /// The number of waiting blocks that is reported first; then ten times as many, and so on.
    package static let firstReportedBacklog = 10_000

    package let queue: DispatchQueue
    private let backlogGrew: @Sendable (Int) -> Void
    private let state = Guarded(State())

    /// Makes a delivery queue.
    ///
    /// `backlogGrew`: Called when so many blocks wait that the dispatch queue may not be running.
    package init(queue: DispatchQueue, backlogGrew: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.queue = queue
        self.backlogGrew = backlogGrew
    }

    package func post(_ block: @escaping Block) {
        let backlog = state.withLock { state -> Int? in
            state.blocks.append(ApplicationOwned(block))
            guard state.blocks.count >= state.reportedBacklog else { return nil }
            state.reportedBacklog *= 10
            return state.blocks.count
        }
        queue.async { self.deliver() }
        if let backlog { backlogGrew(backlog) }
    }

    private func deliver() {
        var block = state.withLock { state -> ApplicationOwned<Block>? in
            state.due += 1
            return state.isDelivering ? nil : Self.next(&state)
        }
        while let current = block {
            current.value()
            block = state.withLock { Self.next(&$0) }
        }
    }

    private static func next(_ state: inout State) -> ApplicationOwned<Block>? {
        guard state.due > 0, let block = state.blocks.popFirst() else {
            state.isDelivering = false
            return nil
        }
        if state.blocks.isEmpty { state.reportedBacklog = firstReportedBacklog }
        state.due -= 1
        state.isDelivering = true
        return block
    }
}
