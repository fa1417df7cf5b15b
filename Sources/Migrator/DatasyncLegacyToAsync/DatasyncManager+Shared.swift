public import DatasyncAsync
public import DatasyncClient
import DatasyncConcurrency

extension DatasyncManager {
    /// A weak reference to a shared manager, and a strong one if its application lives as long as the process.
    private struct SharedManager: Sendable {
        weak var manager: DatasyncManager?
        /// The same manager if its application lives as long as the process.
        var forever: DatasyncManager?
    }

    /// The shared managers, by the identity of their clients.
    ///
    /// An entry with a released manager counts as absent, since another client may have the same identity.
    private static let shared = Guarded<[ObjectIdentifier: SharedManager]>([:])

    /// Returns the shared manager of an application's client, and creates it on first use.
    ///
    /// A listener of the legacy dialect stays active until `off`, even if no variable retains it. Therefore the nodes
    /// of a shared manager retain the manager, and its subscriptions retain the nodes; the manager is released together
    /// with the last of them. It sets no default queue: callbacks without a queue run on the application's default
    /// queue. May be called on any thread.
    ///
    /// ```swift
    /// let contacts = DatasyncManager.shared(for: application)["contacts"]
    /// contacts.subscription(to: .childEvent) { event in print(event.eventType) }
    /// ```
    ///
    /// - Parameter application: An application of any dialect.
    /// - Returns: The manager, which is the same for all applications that share a client.
    public static func shared(for application: WebcomApplication) -> DatasyncManager {
        shared(for: application, isForever: false)
    }

    /// Returns the shared manager of an application's client.
    ///
    /// - Parameters:
    ///   - application: An application of any dialect.
    ///   - isForever: Whether to retain the manager as long as the process lives, for applications opened by name.
    /// - Returns: The manager.
    static func shared(for application: WebcomApplication, isForever: Bool) -> DatasyncManager {
        let client = ObjectIdentifier(application.client)
        let known = shared.withLock { $0[client].map { ($0.manager, $0.forever != nil) } }
        if case (let manager?, let isKept)? = known, isKept || !isForever { return manager }
        let made = application.datasyncService.createManager()
        // Reading a weak reference retains the manager for a moment. It is released outside the lock, since a deinit
        // may call application code.
        let (manager, _) = shared.withLock { shared -> (DatasyncManager, [DatasyncManager]) in
            let living = shared.compactMapValues(\.manager)
            let manager = living[client] ?? made
            shared = shared.filter { living[$0.key] != nil }
            let forever = shared[client]?.forever ?? (isForever ? manager : nil)
            shared[client] = SharedManager(manager: manager, forever: forever)
            return (manager, Array(living.values))
        }
        return manager
    }
}

extension DatasyncNode {
    /// Creates a node that retains the shared manager.
    convenience init(standingAt location: Location, of application: WebcomApplication, isForever: Bool = false) {
        let manager = DatasyncManager.shared(for: application, isForever: isForever)
        self.init(location: location, application: manager.service.application, manager: manager, retainsManager: true)
    }
}
