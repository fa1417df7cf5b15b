import DatasyncConcurrency
import DatasyncEngine
public import Dispatch
public import Foundation

/// The application's connection; every dialect has members of the same names.
extension WebcomApplication {
    /// The current connection status, with the reason of the last failure and the time of the next attempt.
    public var connectionState: DatasyncState { client.connectionState }

    /// Observes the connection status, starting with the current status.
    ///
    /// - Parameters:
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    ///   - observer: Called with each status.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observeConnectionState(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
    ) -> ConnectionObservation {
        client.observeConnectionState(queue, observer)
    }

    /// Observes the connection status on the main queue, starting with the current status.
    ///
    /// - Parameter observer: Called with each status.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observeConnectionState(
        _ observer: @escaping @MainActor (DatasyncState) -> Void
    ) -> ConnectionObservation {
        client.observeConnectionState(observer)
    }

    /// The back end's time, estimated from the device's clock; before the first connection it is the device's time.
    ///
    /// To write the back end's exact time, use ``ServerValue``.
    public var serverTime: Date { client.serverTime }
}

extension Client {
    package var connectionState: DatasyncState { DatasyncState(engine.connectionStatus) }

    package func observeConnectionState(
        _ queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncState) -> Void
    ) -> ConnectionObservation {
        let deliveryQueue = deliveryQueue(queue)
        let stop = observeConnection { status in
            deliveryQueue.post { observer(DatasyncState(status)) }
        }
        return ConnectionObservation(stop: stop)
    }

    package func observeConnectionState(
        _ observer: @escaping @MainActor (DatasyncState) -> Void
    ) -> ConnectionObservation {
        observeConnectionState(mainQueue(), onMain(observer))
    }

    package var serverTime: Date { Date(timeIntervalSince1970: engine.backendTime / 1000) }
}
