import DatasyncTree
import DatasyncWire

/// One connection of a client.
struct Session: Sendable {
    /// What is to be written when the connection ends.
    struct OnDisconnectWrite: Sendable {
        let path: Path
        let parts: [MergePart]
        let isMerge: Bool
    }

    let port: PortID
    /// Who the client has proved to be.
    var uid: String?
    var onDisconnectWrites: [OnDisconnectWrite] = []
    /// The queries the client listens to.
    var listens: Set<ListenKey> = []
}

/// The name of a session: one more for each connection.
package struct SessionID: Hashable, Comparable, Sendable {
    package let number: Int

    package static func < (left: SessionID, right: SessionID) -> Bool { left.number < right.number }
}

/// The name of a client's way to the back end, which outlives its connections.
package struct PortID: Hashable, Sendable {
    let number: Int
}

/// A client's way to the back end, with what the controller did to it.
struct Port: Sendable {
    var session: SessionID?
    /// Whether requests are kept unanswered.
    var isHeld = false
    var held: [Request] = []
    /// Whether connections cannot be opened.
    var isDown = false
    /// What the next writes and listens are answered with.
    var refusals: [PortRefusal] = []
}

/// What the controller wants refused.
package struct PortRefusal: Sendable {
    package enum Kind: String, Sendable {
        case write
        case listen
    }

    let kind: Kind
    let status: Status
}

/// A query as a session listens to it.
struct ListenKey: Hashable, Sendable {
    let path: Path
    let window: Window
}

/// A listen at its place in the tree.
struct Listener: Sendable {
    let session: SessionID
    let window: Window
    let tag: Int?
}
