import Dispatch
import Synchronization

/// Items that are processed in order on a thread of their own, while the sender continues its work.
///
/// A sender that is far ahead waits, so that unprocessed items take a bounded amount of memory.
package final class Inbox: Sendable {
    /// The weight of waiting items above which a sender waits.
    private static let limit = 8_192
    private static let identity = DispatchSpecificKey<ObjectIdentifier>()

    private let queue: DispatchQueue
    private let weight = Atomic(0)

    package init(label: String) {
        queue = DispatchQueue(label: label)
        queue.setSpecific(key: Self.identity, value: ObjectIdentifier(self))
    }

    /// Whether no item waits or is being processed.
    package var isEmpty: Bool { waitingWeight == 0 }

    /// The weight of the items that wait or are being processed; a sender's item is included before the sender waits.
    package var waitingWeight: Int { weight.load(ordering: .acquiring) }

    /// Processes an item after all earlier ones.
    ///
    /// - Parameters:
    ///   - weight: The share of the limit that the item takes until it is processed; at least 1.
    ///   - process: Called on the thread of the inbox. If it sends an item itself, that call does not wait.
    package func send(weight: Int, _ process: @escaping @Sendable () -> Void) {
        let waiting = self.weight.add(weight, ordering: .acquiringAndReleasing).newValue
        queue.async { [self] in
            process()
            self.weight.subtract(weight, ordering: .acquiringAndReleasing)
        }
        let isOwnThread = DispatchQueue.getSpecific(key: Self.identity) == ObjectIdentifier(self)
        if waiting > Self.limit, !isOwnThread { queue.sync {} }
    }
}
