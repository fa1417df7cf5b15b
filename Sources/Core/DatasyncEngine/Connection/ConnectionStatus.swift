/// The connection status, with the back end's time minus the device's in milliseconds.
package enum ConnectionStatus: Sendable, Equatable {
    case connected(offset: Double)
    /// Not connected; the offset is the last known one.
    ///
    /// - Parameters:
    ///   - offset: The back end's time minus the device's in milliseconds; `nil` if it is unknown.
    ///   - isInitializing: Whether the first attempt to connect is in progress.
    ///   - reason: The cause of the last failed connection or attempt; `nil` if the application disconnected or nothing failed.
    ///   - nextAttempt: The time of the next attempt to connect, in milliseconds; `nil` if none is planned.
    case disconnected(offset: Double?, isInitializing: Bool, reason: String?, nextAttempt: Double?)

    /// The cause of the last failed connection or attempt; `nil` while connected.
    package var disconnectionReason: String? {
        if case .disconnected(_, _, let reason, _) = self { reason } else { nil }
    }
}
