import DatasyncConcurrency

/// An observation of a client's status; it ends when it is cancelled or released.
///
/// ```swift
/// let observation = application.observeConnectionState(queue: nil) { state in print(state) }
/// observation.cancel()
/// ```
public final class ConnectionObservation: Sendable {
    private let stop: Guarded<(@Sendable () -> Void)?>

    init(stop: @escaping @Sendable () -> Void) { self.stop = Guarded(stop) }

    deinit { cancel() }

    /// Ends the observation; a delivery already running on another thread may still finish.
    public func cancel() { stop.exchange(nil)?() }
}

extension ConnectionObservation: CustomStringConvertible {
    /// Whether the observation is active.
    public var description: String {
        stop.withLock { $0 != nil } ? "active observation" : "cancelled observation"
    }
}
