/// Consecutive deliveries to one queue, which are posted together.
///
/// The owner flushes the run before it does anything else that application code can observe.
package struct DeliveryRun {
    private var queue: DeliveryQueue?
    /// The first delivery; most runs have no other, and then need no array.
    private var first: ApplicationOwned<DeliveryQueue.Block>?
    private var others: [ApplicationOwned<DeliveryQueue.Block>] = []

    package init() {}

    /// Adds a delivery; flushes the run first if it is for another queue.
    package mutating func add(_ block: @escaping DeliveryQueue.Block, to queue: DeliveryQueue) {
        if self.queue !== queue {
            flush()
            self.queue = queue
        }
        if first == nil { first = ApplicationOwned(block) } else { others.append(ApplicationOwned(block)) }
    }

    /// Posts the deliveries.
    package mutating func flush() {
        guard let block = first.take(), let queue else { return }
        queue.post(block, others)
        if !others.isEmpty { others.removeAll(keepingCapacity: true) }
    }
}
