/// Consecutive deliveries to one queue, which are posted together.
///
/// The owner flushes the run before it does anything else that application code can observe.
package struct DeliveryRun {
    private var queue: DeliveryQueue?
    private var blocks: [ApplicationOwned<DeliveryQueue.Block>] = []

    package init() {}

    /// Adds a delivery; flushes the run first if it is for another queue.
    package mutating func add(_ block: @escaping DeliveryQueue.Block, to queue: DeliveryQueue) {
        if self.queue !== queue { flush() }
        self.queue = queue
        blocks.append(ApplicationOwned(block))
    }

    /// Posts the deliveries.
    package mutating func flush() {
        guard !blocks.isEmpty, let queue else { return }
        queue.post(blocks)
        blocks.removeAll(keepingCapacity: true)
    }
}
