/// The path at which a server accepts WebSocket connections.
public enum ServerPath: String, Sendable, Hashable, CaseIterable {
    /// The path of most servers of this protocol, `/.ws`.
    case standard = "/.ws"
    /// The path of Webcom's servers, `/_wss/.ws`.
    case webcom = "/_wss/.ws"
}
