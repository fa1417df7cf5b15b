package import DatasyncConcurrency
package import Dispatch

/// The application that owns the operation behind a promise; later promises of the chain inherit it.
package struct PromiseContext: Sendable {
    /// Returns the delivery queue for a dispatch queue; it also delivers the events of the application.
    let deliveryQueue: @Sendable (DispatchQueue) -> DeliveryQueue
    /// Called when a closure without a queue, which runs on the main queue, is attached.
    let usesMainQueue: @Sendable () -> Void
    /// Called with the error of a chain that ``Promise/cauterize()`` ended.
    let cauterized: @Sendable (any Error) -> Void

    package init(
        deliveryQueue: @escaping @Sendable (DispatchQueue) -> DeliveryQueue,
        usesMainQueue: @escaping @Sendable () -> Void, cauterized: @escaping @Sendable (any Error) -> Void = { _ in }
    ) {
        self.deliveryQueue = deliveryQueue
        self.usesMainQueue = usesMainQueue
        self.cauterized = cauterized
    }
}

/// A queue for promise closures: in order with the events of an application, or a plain dispatch queue.
struct PromiseOutlet: Sendable {
    let queue: DispatchQueue
    let ordered: DeliveryQueue?

    func post(_ block: @escaping @Sendable () -> Void) {
        if let ordered { ordered.post(block) } else { queue.async(execute: block) }
    }
}

extension Promise {
    /// Returns the outlet for a queue; `nil` means the default queue of the promise.
    func outlet(_ queue: DispatchQueue?) -> PromiseOutlet {
        let queue = queue ?? self.queue
        return PromiseOutlet(queue: queue, ordered: context?.deliveryQueue(queue))
    }

    /// The queue for closures attached without a queue.
    package var mainQueue: DispatchQueue {
        context?.usesMainQueue()
        return .main
    }
}
