public import DatasyncClient
import DatasyncConcurrency
import DatasyncTree
public import Dispatch

/// An owner of subscriptions: those it stores end with it.
///
/// Make one for each screen or task and keep it there. Its nodes do not keep it alive.
public final class DatasyncManager: Sendable {
    /// The service that made it.
    public let service: DatasyncService
    /// What becomes of the cached data of subscriptions that end.
    public let defaultCompletedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy
    /// The callback queue, if it has one of its own.
    let callbackQueue: DispatchQueue?
    private let stored = Guarded(StoredSubscriptions())
    /// The closures that end its observations of the connection.
    private let observations = Guarded<[@Sendable () -> Void]>([])

    init(service: DatasyncService, policy: DatasyncCompletedSubscriptionPolicy, queue: DispatchQueue?) {
        self.service = service
        defaultCompletedSubscriptionPolicy = policy
        callbackQueue = queue
    }

    deinit {
        unsubscribeFromAll()
        for stop in observations.withLock(\.self) { stop() }
    }

    /// The queue of callbacks with `queue: nil`; callbacks without `queue:` run on the main actor.
    public var defaultCallbackQueue: DispatchQueue { callbackQueue ?? service.application.defaultQueue }

    /// The node at a path.
    ///
    /// - Parameter path: Absolute, with or without a leading `/`.
    /// - Returns: The node; `nil` only when the path is ill-formed.
    public func node(for path: String) -> DatasyncNode? { try? nodeThrows(for: path) }

    /// The node at a path.
    ///
    /// - Parameter path: Absolute, with or without a leading `/`.
    /// - Returns: The node.
    /// - Throws: ``WebcomError`` `invalidPath` when the path is ill-formed.
    public func nodeThrows(for path: String) throws(WebcomError) -> DatasyncNode {
        let node = self[path]
        try node.location.checkPath()
        return node
    }

    /// The node at a path; of an ill-formed path a node whose operations fail with `invalidPath`.
    ///
    /// - Parameter path: Absolute, with or without a leading `/`.
    public subscript(path: String) -> DatasyncNode {
        let location = Location(client: service.application.client).relative(path)
        return DatasyncNode(location: location, application: service.application, manager: self)
    }

    /// The node at a path, as ``node(for:)``.
    public static func / (manager: DatasyncManager, path: String) -> DatasyncNode? { manager.node(for: path) }

    /// Cancels all subscriptions that the manager stores; for their cache policies that counts as implicit.
    public func unsubscribeFromAll() {
        let subscriptions = stored.exchange(StoredSubscriptions()).inOrder
        for (_, subscription) in subscriptions { subscription.cancel(isImplicit: true) }
    }

    /// Observes the state of the connection, on the main queue; the present state comes first.
    ///
    /// - Parameter callback: Called with each state, as long as the manager lives.
    public func subscribeToStateChange(_ callback: @escaping @MainActor (DatasyncState) -> Void) {
        let queue = service.application.client.mainQueue(insteadOf: callbackQueue)
        subscribeToStateChange(queue: queue, onMain(callback))
    }

    /// Observes the state of the connection; the present state comes first.
    ///
    /// - Parameters:
    ///   - queue: Where the callback is called; the manager's default queue when `nil`.
    ///   - callback: Called with each state, as long as the manager lives.
    public func subscribeToStateChange(queue: DispatchQueue?, _ callback: @escaping @Sendable (DatasyncState) -> Void) {
        let deliveryQueue = service.application.client.deliveryQueue(queue ?? callbackQueue)
        let stop = service.application.client.observeConnection { state in
            deliveryQueue.post { callback(DatasyncState(state)) }
        }
        observations.withLock { $0.append(stop) }
    }

    func store(_ subscription: DatasyncSubscription) { stored.withLock { $0.add(subscription) } }

    /// Removes a subscription that has ended.
    package func forget(_ subscription: DatasyncSubscription) {
        // The caller holds the subscription, so this is not the last reference.
        stored.withLock { $0.remove(subscription) }
    }
}

/// The subscriptions that a manager stores, in the order in which they were made.
private struct StoredSubscriptions: Sendable {
    private(set) var inOrder = OrderedMap<Int, DatasyncSubscription>()
    private var numbers: [ObjectIdentifier: Int] = [:]
    private var lastNumber = 0

    mutating func add(_ subscription: DatasyncSubscription) {
        lastNumber += 1
        inOrder.set(subscription, for: lastNumber)
        numbers[ObjectIdentifier(subscription)] = lastNumber
    }

    mutating func remove(_ subscription: DatasyncSubscription) {
        guard let number = numbers.removeValue(forKey: ObjectIdentifier(subscription)) else { return }
        inOrder.removeValue(for: number)
    }
}

extension DatasyncManager: CustomDebugStringConvertible {
    /// The application, and where each stored subscription was made.
    public var debugDescription: String {
        "DatasyncManager of \(service.application.identifier): \(stored.withLock(\.inOrder).map(\.value.debugDescription))"
    }
}

extension DatasyncManager: CustomStringConvertible {
    /// The application, and how many subscriptions the manager stores.
    public var description: String {
        "DatasyncManager(\(service.application.identifier), subscriptions: \(stored.withLock(\.inOrder.count)))"
    }
}
