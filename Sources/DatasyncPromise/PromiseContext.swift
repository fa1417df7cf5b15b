package import DatasyncConcurrency
package import Dispatch

/// The application behind a promise that stands for one of its operations; the promises of a chain inherit it.
package struct PromiseContext: Sendable {
    /// Finds the delivery queue of a dispatch queue, where the events of the same application are delivered too.
    let deliveryQueue: @Sendable (DispatchQueue) -> DeliveryQueue
    /// Called when a closure without a queue is attached, which runs on the main queue.
    let usesMainQueue: @Sendable () -> Void

    package init(
        deliveryQueue: @escaping @Sendable (DispatchQueue) -> DeliveryQueue,
        usesMainQueue: @escaping @Sendable () -> Void
    ) {
        self.deliveryQueue = deliveryQueue
        self.usesMainQueue = usesMainQueue
    }
}

/// A queue on which a promise delivers: in order with the events of an application, or as Dispatch runs it.
struct PromiseOutlet: Sendable {
    let queue: DispatchQueue
    let ordered: DeliveryQueue?

    func post(_ block: @escaping @Sendable () -> Void) {
        if let ordered { ordered.post(block) } else { queue.async(execute: block) }
    }
}

extension Promise {
    /// The outlet of a queue; of the default queue of the promise without one.
    func outlet(_ queue: DispatchQueue?) -> PromiseOutlet {
        let queue = queue ?? self.queue
        return PromiseOutlet(queue: queue, ordered: context?.deliveryQueue(queue))
    }

    /// The queue of closures that name none.
    package var mainQueue: DispatchQueue {
        context?.usesMainQueue()
        return .main
    }
}
