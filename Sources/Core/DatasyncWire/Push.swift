package import DatasyncTree

/// A message without a request: about the data that a client listens to, or about its authentication.
package enum Push: Sendable {
    /// The value at a path, for the window with the tag or, without one, for the default query.
    case set(path: Path, node: Node, tag: Int?)
    /// The values at some paths below a node.
    case merge(path: Path, children: [(Path, Node)], tag: Int?)
    /// A listen was revoked.
    case revoked(path: Path, window: Window, status: Status, reason: String?)
    /// The authentication was revoked.
    case authenticationRevoked(status: Status, reason: String?)
    /// A diagnostic about the evaluation of rules.
    case securityDebug(String)
}
