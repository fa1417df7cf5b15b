import DatasyncTree
import DatasyncWire

/// One connection of a client.
struct Session: Sendable {
    let port: PortID
    /// The authenticated user, if any.
    var uid: String?
    /// The writes to execute when the connection ends, in order.
    var onDisconnectWrites: [Write] = []
    /// The queries the client listens to.
    var listens: Set<ListenKey> = []

    /// The authenticated user, as rules see it.
    var auth: RuleAuth? { uid.map { RuleAuth(uid: $0) } }
}

/// The identifier of a session: a counter, incremented for each connection.
package struct SessionID: Hashable, Comparable, Sendable {
    package let number: Int

    package static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// The identifier of a client's port, which outlives its connections.
package struct PortID: Hashable, Sendable {
    let number: Int
}

/// A client's access to the back end, with the faults injected into it.
struct Port: Sendable {
    var session: SessionID?
    /// Whether requests are queued without a response.
    var isHeld = false
    var held: [Request] = []
    /// Whether connections cannot be opened.
    var isDown = false
    /// The injected failures of the next writes and listens.
    var refusals: [PortRefusal] = []
}

/// An injected failure of a write or listen.
package struct PortRefusal: Sendable {
    package enum Kind: String, Sendable {
        case write
        case listen
    }

    let kind: Kind
    let status: Status
}

/// A query that a session listens to.
struct ListenKey: Hashable, Sendable {
    let path: Path
    let window: Window
}

/// A listen of a session at a node.
struct Listener: Sendable {
    let session: SessionID
    let window: Window
    let tag: Int?
}
