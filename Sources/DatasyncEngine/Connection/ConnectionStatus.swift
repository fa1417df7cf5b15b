/// Whether the back end is there, and how far its clock is ahead of the device's.
package enum ConnectionStatus: Sendable, Equatable {
    case connected(offset: Double)
    /// The offset is the last known one; initialising lasts until the first attempt to connect has ended.
    ///
    /// `reason`: Why the last connection or attempt failed; `nil` when the application closed the connection or none failed.
    case disconnected(offset: Double?, isInitializing: Bool, reason: String?)

    /// The reason of a failed connection or attempt; `nil` while connected.
    package var disconnectionReason: String? {
        if case .disconnected(_, _, let reason) = self { reason } else { nil }
    }
}

/// The line to the back end, as the engine's state knows it.
///
/// ```
///        enable            hello
///  off ─────────▶ opening ───────▶ ready
///   ▲                │ closed        │ closed
///   │ disable        ▼               ▼
///   └──────────── waiting ◀──────────┘      waiting ──available──▶ opening
/// ```
enum ConnectionPhase: Sendable {
    /// The application wants no connection.
    case off
    /// A connection is being opened; the back end has not said hello.
    case opening
    case ready
    /// The connection was lost; the link says when another is worth while.
    case waiting
}
