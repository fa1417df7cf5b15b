package import Dispatch

/// A wrapper of a dispatch queue that runs blocks one at a time, in the order of posting.
///
/// On a serial queue each block is dispatched separately, so that the order also holds against other work on that queue.
/// A concurrent queue would run blocks in parallel, so there the delivering thread also runs the blocks of the other threads.
/// A stopped queue cannot be distinguished from a slow one, so the number of waiting deliveries is reported instead.
@usableFromInline
package final class DeliveryQueue: Sendable {
    @usableFromInline package typealias Block = @Sendable () -> Void

    private struct Waiting: Sendable {
        let block: ApplicationOwned<Block>
        /// The number of deliveries that the block makes.
        let count: Int
    }

    private struct State: Sendable {
        var blocks = Fifo<Waiting>()
        /// The number of deliveries of the waiting blocks.
        var count = 0
        /// The number of waiting blocks that the dispatch queue has reached.
        var due = 0
        var isDelivering = false
        /// The number of waiting deliveries at which the next report is due.
        var reportedBacklog = DeliveryQueue.firstReportedBacklog

        /// Removes the next block that the dispatch queue has reached; without one, the delivery ends.
        mutating func next() -> ApplicationOwned<Block>? {
            guard due > 0, let next = blocks.popFirst() else {
                isDelivering = false
                return nil
            }
            count -= next.count
            if blocks.isEmpty { reportedBacklog = DeliveryQueue.firstReportedBacklog }
            due -= 1
            isDelivering = true
            return next.block
        }
    }

    /// The number of waiting deliveries at which the first report is due.
    ///
    /// Each later report is due at ten times as many.
    package static let firstReportedBacklog = 10_000

    package let queue: DispatchQueue
    private let backlogGrew: @Sendable (Int) -> Void
    private let state = Guarded(State())

    /// Creates a delivery queue.
    ///
    /// - Parameters:
    ///   - queue: The dispatch queue that runs the blocks.
    ///   - backlogGrew: Called with the number of waiting deliveries if the dispatch queue may not be running.
    package init(queue: DispatchQueue, backlogGrew: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.queue = queue
        self.backlogGrew = backlogGrew
    }

    /// Posts a block.
    ///
    /// - Parameters:
    ///   - count: The number of deliveries that the block makes.
    ///   - block: The block to run on the dispatch queue.
    @usableFromInline
    package func post(count: Int = 1, _ block: @escaping Block) {
        let backlog = state.withLock { state -> Int? in
            state.blocks.append(Waiting(block: ApplicationOwned(block), count: count))
            state.count += count
            guard state.count >= state.reportedBacklog else { return nil }
            while state.reportedBacklog <= state.count { state.reportedBacklog *= 10 }
            return state.count
        }
        queue.async { self.deliver() }
        if let backlog { backlogGrew(backlog) }
    }

    /// Runs the block that the dispatch queue has reached, and any that it reaches meanwhile.
    private func deliver() {
        var block = state.withLock { state -> ApplicationOwned<Block>? in
            state.due += 1
            return state.isDelivering ? nil : state.next()
        }
        while let current = block {
            current.value()
            block = state.withLock { $0.next() }
        }
    }
}
