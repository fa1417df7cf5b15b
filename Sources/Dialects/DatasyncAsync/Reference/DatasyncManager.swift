public import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
public import Dispatch
import Synchronization

/// An owner of subscriptions; when released, it cancels its stored subscriptions and ends its sequences with `released`.
///
/// Make one manager for each screen or task, and retain it there. Its nodes do not retain it.
///
/// ```swift
/// let manager = Webcom.defaultApplication.datasyncService.createManager()
/// manager["contacts"].subscribe(to: .childEvent) { event in print(event.eventType, event.key) }
/// ```
public final class DatasyncManager: Sendable {
    /// The service that created the manager.
    public let service: DatasyncService
    /// The initial cache policy of the manager's subscriptions, applied when they end.
    public let defaultCompletedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy
    /// The callback queue given at creation; `nil` for the default queue of the application.
    let callbackQueue: DispatchQueue?
    /// The stored subscriptions, each with the number of those stored before.
    private typealias Stored = [ObjectIdentifier: (number: Int, subscription: DatasyncSubscription)]
    private let stored = Guarded<Stored>([:])
    private let count = Atomic(0)
    /// The sequences that end with the manager.
    let sequences = SequenceMembers()
    /// The observations of the connection status, which end with the manager.
    private let observations = Guarded<[ConnectionObservation]>([])

    init(service: DatasyncService, policy: DatasyncCompletedSubscriptionPolicy, queue: DispatchQueue?) {
        self.service = service
        defaultCompletedSubscriptionPolicy = policy
        callbackQueue = queue
    }

    deinit {
        unsubscribeFromAll()
        for observation in observations.withLock(\.self) { observation.cancel() }
        sequences.end()
    }

    /// The queue of callbacks with `queue: nil`; callbacks without `queue:` run on the main actor.
    public var defaultCallbackQueue: DispatchQueue { callbackQueue ?? service.application.defaultQueue }

    /// The root node.
    public var root: DatasyncNode { self[""] }

    /// Returns the node at a path.
    ///
    /// - Parameter path: The absolute path, with or without a leading `/`.
    /// - Returns: The node; `nil` only when the path is ill-formed.
    public func node(for path: String) -> DatasyncNode? { try? nodeThrows(for: path) }

    /// Returns the node at a path, or throws when the path is ill-formed.
    ///
    /// - Parameter path: The absolute path, with or without a leading `/`.
    /// - Returns: The node.
    /// - Throws: `WebcomError` `invalidPath` when the path is ill-formed.
    public func nodeThrows(for path: String) throws(WebcomError) -> DatasyncNode {
        let node = self[path]
        try node.location.checkPath()
        return node
    }

    /// The node at a path.
    ///
    /// If the path is ill-formed, the operations of the node fail with `invalidPath`.
    ///
    /// - Parameter path: The absolute path, with or without a leading `/`.
    public subscript(path: String) -> DatasyncNode {
        let location = Location(client: service.application.client).relative(path)
        return DatasyncNode(location: location, application: service.application, manager: self)
    }

    /// Returns the node at a path, like ``node(for:)``.
    public static func / (manager: DatasyncManager, path: String) -> DatasyncNode? { manager.node(for: path) }

    /// Cancels all subscriptions that the manager stores.
    ///
    /// Their cache policies treat this as an implicit end.
    public func unsubscribeFromAll() {
        for subscription in inOrder(stored.exchange([:])) { subscription.cancel(isImplicit: true) }
    }

    /// Observes the connection status on the main queue, starting with the current status.
    ///
    /// - Parameter callback: Called with each status until the manager is released.
    public func subscribeToStateChange(_ callback: @escaping @MainActor (DatasyncState) -> Void) {
        let queue = service.application.client.mainQueue(insteadOf: callbackQueue)
        subscribeToStateChange(queue: queue, onMain(callback))
    }

    /// Observes the connection status on a queue, starting with the current status.
    ///
    /// - Parameters:
    ///   - queue: The queue of the callback; the manager's default queue when `nil`.
    ///   - callback: Called with each status until the manager is released.
    public func subscribeToStateChange(queue: DispatchQueue?, _ callback: @escaping @Sendable (DatasyncState) -> Void) {
        let observation = service.application.observeConnectionState(queue: queue ?? callbackQueue, callback)
        observations.withLock { $0.append(observation) }
    }

    private func inOrder(_ stored: Stored) -> [DatasyncSubscription] {
        stored.values.sorted { $0.number < $1.number }.map(\.subscription)
    }

    func store(_ subscription: DatasyncSubscription) {
        let number = count.add(1, ordering: .relaxed).oldValue
        stored.withLock { $0[ObjectIdentifier(subscription)] = (number, subscription) }
    }

    /// Removes an ended subscription from the stored ones.
    package func forget(_ subscription: DatasyncSubscription) {
        // The caller retains the subscription, so the lock never covers its release.
        stored.withLock { $0[ObjectIdentifier(subscription)] = nil }
    }
}

extension DatasyncManager: CustomDebugStringConvertible {
    /// The application, and the source location of each stored subscription.
    public var debugDescription: String {
        "DatasyncManager of \(service.application.identifier): \(inOrder(stored.withLock(\.self)).map(\.debugDescription))"
    }
}

extension DatasyncManager: CustomStringConvertible {
    /// The application and the number of stored subscriptions.
    public var description: String {
        "DatasyncManager(\(service.application.identifier), subscriptions: \(stored.withLock(\.count)))"
    }
}
