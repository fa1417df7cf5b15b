package import Dispatch

/// A wrapper of a dispatch queue that runs blocks one at a time, in the order of posting.
///
/// On a serial queue the blocks of each post are dispatched separately, so that the order also holds against other work on
/// that queue.
/// On a concurrent queue, which would run blocks in parallel, the delivering thread also runs the blocks of the other
/// threads. A stopped queue cannot be distinguished from a slow one, so the number of waiting blocks is reported instead.
package final class DeliveryQueue: Sendable {
    package typealias Block = @Sendable () -> Void

    private struct State: Sendable {
        var blocks = Fifo<ApplicationOwned<Block>>()
        /// The number of waiting blocks that the dispatch queue has reached.
        var due = 0
        var isDelivering = false
        /// The number of waiting blocks at which the next report is due.
        var reportedBacklog = DeliveryQueue.firstReportedBacklog
    }

    /// The number of waiting blocks at which the first report is due.
    ///
    /// Each later report is due at ten times as many.
    package static let firstReportedBacklog = 10_000

    package let queue: DispatchQueue
    private let backlogGrew: @Sendable (Int) -> Void
    private let state = Guarded(State())

    /// Creates a delivery queue.
    ///
    /// `backlogGrew`: Called with the number of waiting blocks if the dispatch queue may not be running.
    package init(queue: DispatchQueue, backlogGrew: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.queue = queue
        self.backlogGrew = backlogGrew
    }

    package func post(_ block: @escaping Block) { post(ApplicationOwned(block), []) }

    /// Posts blocks that the dispatch queue runs in one turn.
    ///
    /// Nothing else may happen on the calling thread between two posts that are joined: only then does the order against
    /// other work on the queue hold.
    package func post(_ first: ApplicationOwned<Block>, _ others: [ApplicationOwned<Block>]) {
        let count = 1 + others.count
        let backlog = state.withLock { state -> Int? in
            state.blocks.append(first)
            if !others.isEmpty { state.blocks.append(contentsOf: others) }
            guard state.blocks.count >= state.reportedBacklog else { return nil }
            state.reportedBacklog *= 10
            return state.blocks.count
        }
        queue.async { self.deliver(count) }
        if let backlog { backlogGrew(backlog) }
    }

    private func deliver(_ count: Int) {
        var block = state.withLock { state -> ApplicationOwned<Block>? in
            state.due += count
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
