/// A call of one receiver.
@usableFromInline
package protocol Deliverable: Sendable {
    /// Calls the receiver; called once, outside all locks.
    func deliver()
}

/// Consecutive deliveries to one queue, posted as one block.
///
/// The owner flushes the run before it does anything else that application code can observe.
@usableFromInline
package struct DeliveryRun<Delivery: Deliverable> {
    @usableFromInline var queue: DeliveryQueue?
    /// The first delivery, unless the run begins with a group; most runs have no other and so need no array.
    @usableFromInline var first: Delivery?
    @usableFromInline var others: [Delivery] = []
    /// The number of deliveries; each group counts as one.
    @usableFromInline var count = 0

    /// The capacity of the first array, so that the events of a write rarely need a second one.
    @inlinable static var usualCapacity: Int { 16 }

    @inlinable package init() {}

    /// Adds a delivery; flushes the run first if it is for another queue.
    @inlinable @inline(__always)
    package mutating func add(_ delivery: consuming Delivery, to queue: DeliveryQueue) {
        if self.queue !== queue { begin(on: queue) }
        count += 1
        if first == nil, others.isEmpty {
            first = delivery
        } else {
            if others.isEmpty { others.reserveCapacity(Self.usualCapacity) }
            others.append(delivery)
        }
    }

    /// Adds deliveries that arise together, such as one per child; flushes the run first if it is for another queue.
    ///
    /// They count as one: many of them do not mean that the queue is slow.
    @inlinable
    package mutating func add(group deliveries: [Delivery], to queue: DeliveryQueue) {
        if self.queue !== queue { begin(on: queue) }
        count += 1
        if others.isEmpty { others = deliveries } else { others += deliveries }
    }

    @inlinable
    mutating func begin(on queue: DeliveryQueue) {
        flush()
        self.queue = queue
    }

    /// Posts the deliveries.
    @inlinable @inline(__always)
    package mutating func flush() {
        if first == nil, others.isEmpty { return }
        post()
    }

    @inlinable
    mutating func post() {
        guard let queue else { return }
        let (first, count) = (first.take(), count)
        self.count = 0
        if others.isEmpty {
            queue.post { first?.deliver() }
        } else {
            let others = others
            self.others = []
            queue.post(count: count) {
                first?.deliver()
                for delivery in others { delivery.deliver() }
            }
        }
    }
}
