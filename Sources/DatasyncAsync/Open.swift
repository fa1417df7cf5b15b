@_exported public import DatasyncClient
import DatasyncEngine
@_exported public import DatasyncLive
@_exported public import DatasyncPromise
@_exported public import DatasyncWire
public import Dispatch

/// The key of a node.
public typealias WebcomKey = String

/// Markers that tell overloads apart.
public enum WebcomMarkers {
    /// Marks a value as JSON that is not to be encoded.
    public enum Raw: Sendable {
        /// The value is JSON.
        case raw
    }
}

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

/// The state of a service.
public struct DatasyncState: Sendable, Equatable {
    /// The connection to the back end.
    public enum ConnectionState: Sendable, Equatable {
        /// The back end is there; its clock is so many ms ahead.
        case connected(backEndTimeOffsetMS: Int)
        /// The back end is not there. The offset is the last known; initialising lasts until the first attempt has ended.
        case disconnected(backEndTimeOffsetMS: Int?, isInitializing: Bool)

        /// How many ms the back end's clock is ahead of the device's; `nil` before the first connection.
        public var backEndTimeOffsetMS: Int? {
            switch self {
            case .connected(let offset): offset
            case .disconnected(let offset, _): offset
            }
        }
    }

    /// The connection.
    public let connectionState: ConnectionState
    /// The reason why the last connection or attempt failed, in words.
    ///
    /// It stays while the client reconnects. It is `nil` while connected, before the first attempt has ended, and when the
    /// application closed the connection itself.
    public let disconnectionReason: String?

    init(_ state: DatasyncEngine.ConnectionStatus) {
        disconnectionReason = state.disconnectionReason
        connectionState =
            switch state {
            case .connected(let offset): .connected(backEndTimeOffsetMS: Int(clamped: offset))
            case .disconnected(let offset, let isInitializing, _):
                .disconnected(backEndTimeOffsetMS: offset.map { Int(clamped: $0) }, isInitializing: isInitializing)
            }
    }
}

extension WebcomMarkers.Raw: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .raw: "raw"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "Raw.raw" }
}

extension DatasyncService: CustomStringConvertible, CustomDebugStringConvertible {
    /// The application and the state of the connection.
    public var description: String { "DatasyncService(\(application.identifier), \(state.connectionState))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncState: CustomStringConvertible, CustomDebugStringConvertible {
    /// The state of the connection.
    public var description: String { "DatasyncState(\(connectionState))" }

    /// The description.
    public var debugDescription: String { description }
}

extension DatasyncState.ConnectionState: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case, with the offset of the clock.
    public var description: String {
        let offset = "backEndTimeOffsetMS: \(backEndTimeOffsetMS.map(String.init) ?? "nil")"
        return switch self {
        case .connected: "connected(\(offset))"
        case .disconnected(_, let isInitializing): "disconnected(\(offset), isInitializing: \(isInitializing))"
        }
    }

    /// The description after the name of the type.
    public var debugDescription: String { "ConnectionState.\(description)" }
}
