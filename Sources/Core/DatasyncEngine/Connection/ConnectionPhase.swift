/// The phase of the connection to the back end.
///
/// ```
///        enable            hello
///  off ─────────▶ opening ───────▶ ready
///   ▲                │ closed        │ closed
///   │ disable        ▼               ▼
///   └──────────── waiting ◀──────────┘      waiting ──available──▶ opening
/// ```
enum ConnectionPhase: Sendable {
    /// The application has not connected, or has disconnected.
    case off
    /// A connection is being opened; the back end has not sent `hello` yet.
    case opening
    case ready
    /// The connection was lost; the link reports when to reconnect.
    case waiting
}
