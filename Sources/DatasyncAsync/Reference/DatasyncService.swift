public import DatasyncClient
import DatasyncEngine
public import Dispatch

extension WebcomApplication {
    /// The real-time database of the application.
    public var datasyncService: DatasyncService { DatasyncService(application: self) }
}

/// The real-time database of an application: its connection, and the managers of its nodes.
public final class DatasyncService: Sendable {
    /// The application.
    public let application: WebcomApplication

    init(application: WebcomApplication) { self.application = application }

    /// Whether a connection is wanted; once it is, it is opened again whenever it is lost.
    public var isConnectionEnabled: Bool {
        get { application.client.engine.isConnectionEnabled }
        set { application.client.engine.enableConnection(newValue) }
    }

    /// Forgets the cached data of everything that is not subscribed to.
    public func cleanCache() { application.client.engine.cleanCache() }

    /// Makes a manager: an owner of subscriptions.
    ///
    /// - Parameters:
    ///   - completedSubscriptionPolicy: What becomes of the cached data of subscriptions that end.
    ///   - callbackQueue: The queue of callbacks with `queue: nil`, and of promise handlers with `on: nil`; the default queue
    ///     of the application when `nil`. Closures without `queue:` run on the main actor.
    /// - Returns: The manager; whoever keeps it keeps its subscriptions.
    public func createManager(
        completedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy = .keepData,
        callbackQueue: DispatchQueue? = nil
    ) -> DatasyncManager {
        DatasyncManager(service: self, policy: completedSubscriptionPolicy, queue: callbackQueue)
    }

    /// The present state of the connection.
    public var state: DatasyncState { DatasyncState(application.client.engine.connectionStatus) }

    /// The states of the connection, the present one first; a slow consumer gets the latest.
    public var states: AsyncStream<DatasyncState> {
        let (stream, continuation) = AsyncStream<DatasyncState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let stop = application.client.observeConnection(
            { continuation.yield(DatasyncState($0)) }, ended: { continuation.finish() })
        continuation.onTermination = { _ in stop() }
        return stream
    }
}

extension DatasyncService: CustomStringConvertible, CustomDebugStringConvertible {
    /// The application and the state of the connection.
    public var description: String { "DatasyncService(\(application.identifier), \(state.connectionState))" }

    /// The description.
    public var debugDescription: String { description }
}
