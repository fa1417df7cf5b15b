package import Dispatch

/// The identity of a dispatch queue.
///
/// The object alone is not enough: on Linux each access to the main queue or a global queue creates a new object. Those
/// queues have unique labels.
package struct QueueIdentity: Hashable, Sendable {
    private let object: ObjectIdentifier?
    private let label: String?

    package init(_ queue: DispatchQueue) {
        let isOfSystem = queue.label == "com.apple.main-thread" || queue.label.hasPrefix("com.apple.root.")
        label = isOfSystem ? queue.label : nil
        object = isOfSystem ? nil : ObjectIdentifier(queue)
    }
}
