package import DatasyncTree

/// What the back end says to a client.
package enum BackendMessage: Sendable {
    case control(Control)
    case response(Response)
    case push(Push)
}

/// The answer to a request.
package struct Response: Sendable {
    package let number: Int
    package let status: Status
    /// Why, for a status other than ok.
    package let reason: String?
    /// The data asked for, or the number that an increment resulted in.
    package let data: Node?

    package init(number: Int, status: Status, reason: String? = nil, data: Node? = nil) {
        self.number = number
        self.status = status
        self.reason = reason
        self.data = data
    }
}

/// What the back end says unasked of the data a client listens to.
package enum Push: Sendable {
    /// The value at a path, for the window of the tag or for everybody.
    case set(path: Path, node: Node, tag: Int?)
    /// The values at some paths below a place.
    case merge(path: Path, children: [(Path, Node)], tag: Int?)
    /// A listen is over.
    case revoked(path: Path, window: Window, status: Status, reason: String?)
    /// The authentication is over.
    case authenticationRevoked(status: Status, reason: String?)
    /// A remark on the evaluation of rules.
    case securityDebug(String)
}

/// What the back end says of the connection itself.
package enum Control: Sendable {
    /// The first message: the back end's time in ms, protocol version, host and session identifier.
    case hello(time: Double, version: String, host: String, session: String)
    /// Connect again, to another host when one is named.
    case reset(host: String?)
    case shutdown(reason: String)
    case ping
    case pong
}

/// What a client says to the back end.
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
