import DatasyncApplication
import DatasyncLocking
public import Dispatch

/// An owner of subscriptions: those it stores end with it.
///
/// Make one for each screen or task and keep it there. Its nodes do not keep it alive.
public final class DatasyncManager: Sendable {
    /// The service that made it.
    public let service: DatasyncService
    /// What becomes of the cached data of subscriptions that end.
    public let defaultCompletedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy
    private let queue: DispatchQueue?
    /// The subscriptions it stores.
    private let stored = Guarded<[DatasyncSubscription]>([])
    /// What ends its observations of the connection.
    private let observations = Guarded<[@Sendable () -> Void]>([])

    init(service: DatasyncService, policy: DatasyncCompletedSubscriptionPolicy, queue: DispatchQueue?) {
        self.service = service
        defaultCompletedSubscriptionPolicy = policy
        self.queue = queue
    }

    deinit {
        unsubscribeFromAll()
        for stop in observations.withLock(\.self) { stop() }
    }

    /// Where callbacks are called that name no queue.
    public var defaultCallbackQueue: DispatchQueue { queue ?? service.application.defaultQueue }

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
        let location = Location(client: service.application.client).relative(path)
        try location.checkPath()
        return DatasyncNode(location: location, application: service.application, manager: self)
    }

    /// The node at a path, as ``node(for:)``.
    public static func / (manager: DatasyncManager, path: String) -> DatasyncNode? { manager.node(for: path) }

    /// Cancels all subscriptions that the manager stores; for their cache policies that counts as implicit.
    public func unsubscribeFromAll() {
        let subscriptions = stored.withLock { stored in
            defer { stored = [] }
            return stored
        }
        for subscription in subscriptions { subscription.cancel(isImplicit: true) }
    }

    /// Tells of the states of the connection, the present one first, on the main queue.
    ///
    /// - Parameter callback: Called with each state, as long as the manager lives.
    public func subscribeToStateChange(_ callback: @escaping @MainActor (DatasyncState) -> Void) {
        subscribeToStateChange(queue: .main, onMain(callback))
    }

    /// Tells of the states of the connection, the present one first.
    ///
    /// - Parameters:
    ///   - queue: Where the callback is called; the manager's default queue when `nil`.
    ///   - callback: Called with each state, as long as the manager lives.
    public func subscribeToStateChange(queue: DispatchQueue?, _ callback: @escaping @Sendable (DatasyncState) -> Void) {
        let mailbox = service.application.client.mailbox(queue ?? self.queue)
        let stop = service.application.client.observeConnection { state in
            mailbox.post { callback(DatasyncState(state)) }
        }
        observations.withLock { $0.append(stop) }
    }

    func store(_ subscription: DatasyncSubscription) { stored.withLock { $0.append(subscription) } }

    package func forget(_ subscription: DatasyncSubscription) {
        stored.withLock { $0.removeAll { $0 === subscription } }
    }
}

extension DatasyncManager: CustomDebugStringConvertible {
    /// The application, and where each stored subscription was made.
    public var debugDescription: String {
        "DatasyncManager of \(service.application.identifier): \(stored.withLock(\.self).map(\.debugDescription))"
    }
}
