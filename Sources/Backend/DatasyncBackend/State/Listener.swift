import DatasyncTree

/// A listener of a query at a node.
struct Listener: Sendable {
    let session: SessionID
    /// The port of the session.
    let port: PortID
    let tag: Int?
}
