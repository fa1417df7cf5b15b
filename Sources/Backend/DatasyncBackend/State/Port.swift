import DatasyncTree
import DatasyncWire

/// A client's access to the back end, with the faults injected into it.
struct Port: Sendable {
    /// The address that the client connects to next.
    let host: String
    var session: SessionID?
    /// Whether requests are queued without a response.
    var isHeld = false
    var held: [WaitingRequest] = []
    /// Whether connections cannot be opened.
    var isDown = false
    /// The injected failures of the next writes and listens.
    var refusals: [PortRefusal] = []
}
