public import DatasyncClient
import DatasyncEngine
public import Dispatch
public import Foundation

extension WebcomApplication {
    /// The real-time database of the application.
    public var datasyncService: DatasyncService { DatasyncService(application: self) }
}

/// The real-time database of an application: its connection and its managers.
///
/// ```swift
/// let service = Webcom.defaultApplication.datasyncService
/// let manager = service.createManager()  // retain it: its subscriptions end with it
/// for await state in service.states { print(state.connectionState) }
/// ```
public final class DatasyncService: Sendable {
    /// The application.
    public let application: WebcomApplication

    init(application: WebcomApplication) { self.application = application }

    /// Whether the client connects to the back end, and reconnects whenever the connection is lost.
    ///
    /// Setting it to `false` disconnects.
    public var isConnectionEnabled: Bool {
        get { application.client.engine.isConnectionEnabled }
        set { application.client.engine.enableConnection(newValue) }
    }

    /// Removes the cached data of all nodes without a subscription.
    ///
    /// Also stops updating the data that completed subscriptions left under `keepUpdatingData`.
    public func cleanCache() { application.client.engine.cleanCache() }

    /// Creates a manager, which owns subscriptions.
    ///
    /// - Parameters:
    ///   - completedSubscriptionPolicy: The cache policy that the manager's subscriptions apply when they end.
    ///   - callbackQueue: The queue of callbacks with `queue: nil`, and of promise handlers with `on: nil`; the default queue
    ///     of the application when `nil`. Closures without `queue:` run on the main actor.
    /// - Returns: The manager. Retain it as long as you need its subscriptions.
    public func createManager(
        completedSubscriptionPolicy: DatasyncCompletedSubscriptionPolicy = .keepData,
        callbackQueue: DispatchQueue? = nil
    ) -> DatasyncManager {
        DatasyncManager(service: self, policy: completedSubscriptionPolicy, queue: callbackQueue)
    }

    /// The user of the application, shared by all dialects.
    public var authentication: Authentication { application.authentication }

    /// Waits until every write and transaction that is pending now has a response, even a refusal.
    ///
    /// See `WebcomApplication.waitForPendingWrites()`; the application also has the number of pending writes.
    ///
    /// - Throws: `WebcomError` `cancelled` if the user changes or the task is cancelled; `released` if the application is
    ///   released.
    public func waitForPendingWrites() async throws(WebcomError) { try await application.waitForPendingWrites() }

    /// Lists the user's subscriptions that outlive the client, the oldest first.
    ///
    /// - Throws: `WebcomError` `unavailable` if the back end has no webhooks.
    public func longTermSubscriptions() async throws(WebcomError) -> [DatasyncLongTermSubscription] {
        try await Location(client: application.client).listedLongTermSubscriptions()
    }

    /// The current connection status.
    public var state: DatasyncState { application.connectionState }

    /// The time of the back end, estimated from the device's clock.
    ///
    /// To write the exact time of the back end, use `ServerValue`.
    public var serverTime: Date { application.serverTime }

    /// The cached data as text; see `WebcomApplication.cache`.
    public var cache: String? { application.cache }

    /// Saves the cached data with the cache mode `manualSaving`; see `WebcomApplication.saveCache()`.
    public func saveCache() { application.saveCache() }

    /// The connection statuses as a stream, starting with the current one.
    ///
    /// A slow consumer receives the latest status only. Each access creates a stream; <doc:Sequences> describes how it ends.
    public var states: AsyncStream<DatasyncState> {
        let (stream, continuation) = AsyncStream<DatasyncState>.makeStream(bufferingPolicy: .bufferingNewest(1))
        let stop = application.client.observeConnection(
            { continuation.yield(DatasyncState($0)) }, ended: { continuation.finish() })
        continuation.onTermination = { _ in stop() }
        return stream
    }

    /// The progress of a value that arrives in several frames, as a stream; see `WebcomApplication.loadingProgress`.
    ///
    /// A slow consumer receives the latest state only. Each access creates a stream; <doc:Sequences> describes how it ends.
    public var loadingProgress: AsyncStream<DatasyncLoadingProgress?> {
        let (stream, continuation) = AsyncStream<DatasyncLoadingProgress?>.makeStream(
            bufferingPolicy: .bufferingNewest(1))
        let stop = application.client.loading.observe(
            { continuation.yield($0.map(DatasyncLoadingProgress.init)) }, ended: { continuation.finish() })
        continuation.onTermination = { _ in stop() }
        return stream
    }
}

extension DatasyncService: CustomStringConvertible {
    /// The application and the connection status.
    public var description: String { "DatasyncService(\(application.identifier), \(state.connectionState))" }
}

extension DatasyncLongTermSubscription {
    /// Replaces the events.
    ///
    /// - Parameter type: The events to send from now on.
    /// - Returns: The subscription with these events.
    /// - Throws: `WebcomError` if the back end refuses.
    @discardableResult
    public func update(to type: DatasyncEventType) async throws(WebcomError) -> DatasyncLongTermSubscription {
        try await updated(to: type.interest, hidesData: type.hidesData)
    }
}
