package import DatasyncTree

/// A message from the back end to a client.
package enum BackendMessage: Sendable {
    case control(Control)
    case response(Response)
    case push(Push)
}

/// The response to a request.
package struct Response: Sendable {
    package let number: Int
    package let status: Status
    /// The reason for a status other than ok.
    package let reason: String?
    /// The requested data, or the result of an increment.
    package var data: Node?
    /// The warnings about a listen, such as ``noIndex``.
    package let warnings: [String]

    /// The beginning of the reason of a refused get; applications of other clients look for it.
    package static let permissionDenied = "Permission denied. "
    /// The warning that the rules declare no index for the order of a window.
    package static let noIndex = "no_index"

    package init(
        number: Int, status: Status, reason: String? = nil, data: Node? = nil, warnings: [String] = []
    ) {
        self.warnings = warnings
        self.number = number
        self.status = status
        self.reason = reason
        self.data = data
    }
}

/// A message about the data that a client listens to, or about its authentication, without a request.
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

/// A message from the back end about the connection itself.
package enum Control: Sendable {
    /// The first message: the back end's time in ms, protocol version, host and session identifier, and whether the back
    /// end knows write numbers.
    case hello(time: Double, version: String, host: String, session: String, numbersWrites: Bool = false)
    /// A request to reconnect, to another host if one is given.
    case reset(host: String?)
    case shutdown(reason: String)
    case ping
    case pong
}

/// A message from a client to the back end.
package enum ClientMessage: Sendable {
    case request(Request)
    case keepAlive
    case ping
    case pong
}

/// The version of the protocol.
package enum ProtocolVersion {
    package static let current = "5"
}
