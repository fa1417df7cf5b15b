/// A queue that passes elements on in order, from any thread, without a thread of its own.
///
/// The elements of one call stay together. The thread that finds the queue idle passes on everything queued.
package final class SerialOutput<Element: Sendable>: Sendable {
    private let shell = Shell<Bool, Element>(false)

    package init() {}

    /// Queues elements, and passes them on unless another thread is already doing so.
    ///
    /// - Parameters:
    ///   - elements: The elements, in order.
    ///   - receive: Called with each element, outside the lock.
    package func send(_ elements: [Element], to receive: (Element) -> Void) {
        _ = shell.perform(receive) { _, queue in queue.append(contentsOf: elements) }
    }
}
