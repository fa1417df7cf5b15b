public import DatasyncAsync
public import DatasyncClient
import DatasyncConcurrency

extension DatasyncManager {
    /// A manager for as long as somebody has it.
    private struct SharedManager: Sendable {
        weak var manager: DatasyncManager?
        /// The same for applications that live as long as the process.
        var forever: DatasyncManager?
    }

    /// The standing managers by their clients; a client that is gone has none, whoever has its identity now.
    private static let shared = Guarded<[ObjectIdentifier: SharedManager]>([:])

    /// The standing manager of an application's client, made when there is none.
    ///
    /// Listeners of the dialect of string events live until `off`, held or not. So the nodes of such a manager keep it, and
    /// its subscriptions keep the nodes; with the last of both it goes, as the client of those references did. Its callbacks
    /// name no queue of their own: they go to the application's default queue.
    ///
    /// - Parameter application: An application of any dialect.
    /// - Returns: The manager, the same for all applications that share a client.
    public static func shared(for application: WebcomApplication) -> DatasyncManager {
        shared(for: application, isForever: false)
    }

    /// As ``shared(for:)``; `isForever` for applications by name, which live as long as the process.
    static func shared(for application: WebcomApplication, isForever: Bool) -> DatasyncManager {
        let client = ObjectIdentifier(application.client)
        let known = shared.withLock { $0[client].map { ($0.manager, $0.forever != nil) } }
        if case (let manager?, let isKept)? = known, isKept || !isForever { return manager }
        let made = application.datasyncService.createManager()
        // Looking at a weak manager holds it for a moment: let go of outside the lock, as its end may call anybody.
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
    /// A node that keeps the standing manager.
    convenience init(standingAt location: Location, of application: WebcomApplication, isForever: Bool = false) {
        let manager = DatasyncManager.shared(for: application, isForever: isForever)
        self.init(location: location, application: manager.service.application, manager: manager, keeps: true)
    }
}
