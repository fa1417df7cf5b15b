import DatasyncConcurrency
import DatasyncTree
package import DatasyncWire
public import Dispatch

/// The progress of a value that arrives in several frames, such as the first value of a subscription.
///
/// All dialects share it: see ``WebcomApplication/loadingProgress``.
public struct DatasyncLoadingProgress: Sendable, Equatable {
    /// The path of the value; `nil` for the response to a read, and before the first frame.
    public let path: String?
    /// The number of bytes of text that have arrived.
    public let receivedBytes: Int
    /// The part of the value that has arrived, from 0 to 1.
    public let fractionCompleted: Double

    package init(_ progress: LoadingProgress) {
        path = progress.path?.description
        receivedBytes = progress.receivedBytes
        fractionCompleted = Double(progress.receivedPieces) / Double(progress.pieces)
    }
}

extension DatasyncLoadingProgress: CustomStringConvertible {
    /// The path, the share and the number of bytes.
    public var description: String {
        "\(path ?? "a value"): \(Int(fractionCompleted * 100)) %, \(receivedBytes) bytes"
    }
}

/// The progress of long values; every dialect gets it from its application.
extension WebcomApplication {
    /// The progress of the value that is arriving; `nil` between values, and for a value in one frame.
    ///
    /// A frame has at most 16,384 UTF-16 units. An embedded back end sends no frames.
    public var loadingProgress: DatasyncLoadingProgress? { client.loading.progress.map(DatasyncLoadingProgress.init) }

    /// Observes the progress of arriving values, starting with the current progress.
    ///
    /// - Parameters:
    ///   - queue: The delivery queue; the application's default queue when `nil`.
    ///   - observer: Called after each frame, and with `nil` after the last one or when the connection ends.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observeLoadingProgress(
        queue: DispatchQueue?, _ observer: @escaping @Sendable (DatasyncLoadingProgress?) -> Void
    ) -> ConnectionObservation {
        let deliveryQueue = client.deliveryQueue(queue)
        let stop = client.loading.observe { progress in
            deliveryQueue.post { observer(progress.map(DatasyncLoadingProgress.init)) }
        }
        return ConnectionObservation(stop: stop)
    }

    /// Observes the progress of arriving values on the main queue, starting with the current progress.
    ///
    /// - Parameter observer: Called after each frame, and with `nil` after the last one or when the connection ends.
    /// - Returns: The observation; retain it as long as it is needed.
    public func observeLoadingProgress(
        _ observer: @escaping @MainActor (DatasyncLoadingProgress?) -> Void
    ) -> ConnectionObservation {
        observeLoadingProgress(queue: client.mainQueue(), onMain(observer))
    }
}
