import DatasyncTree
import DatasyncWire

@testable import DatasyncEngine

/// A client's state at the node `/n`, with the operation or subscription that a table is about.
struct Scene: Sendable {
    static let path = Path([Key(unchecked: "n")])
    static let query = Query(path: path, window: .all)

    var state = EngineState(client: 1)
    var operation: OperationID?
    var registration: RegistrationID?

    /// Opens the first connection, or one after a loss; the back end knows write numbers.
    mutating func connect() {
        state.enableConnection(true)
        state.received(.available, now: 0)
        state.received(
            .message(.control(.hello(time: 0, version: "5", host: "h", session: "s", numbersWrites: true))), now: 0)
    }

    /// Loses the connection.
    mutating func lose() { state.received(.closed(reason: "lost"), now: 0) }

    /// Responds to the last request.
    mutating func respond(_ status: Status = .ok, _ number: Double? = nil) {
        let data = number.map { Node.number($0) }
        state.received(
            .message(.response(Response(number: state.nextRequest - 1, status: status, data: data))), now: 0)
    }

    /// Pushes a value of the node.
    mutating func push(_ number: Double) {
        state.received(.message(.push(.set(path: Self.path, node: .number(number), tag: nil))), now: 0)
    }

    mutating func listen() { registration = state.listen(to: Self.query, interest: .valueFamily) }

    mutating func set(_ number: Double) throws {
        _ = try state.set(WriteValue(.number(number)), at: Self.path, now: 0)
    }

    /// Returns the effects since the last call, each in a few words.
    mutating func takeEffects() -> [String] {
        defer { state.effects = [] }
        return state.effects.expanded.map(Self.text)
    }

    private static func text(_ effect: Effect) -> String {
        switch effect {
        case .raise(let event, _): "raise \(event.node.text)\(event.isAcknowledged ? "" : " local")"
        case .raiseAdditions(let additions): "raise \(additions.count) additions"
        case .end(_, .cancelled): "end cancelled"
        case .end(_, .revoked(let error)): "end \(error.code.rawValue)"
        case .settle(let id, .success(.done)): "settle \(id.number) ok"
        case .settle(let id, .success(.value(let node, let isAcknowledged, let isKnown))):
            "settle \(id.number) \(node.text)\(isKnown ? isAcknowledged ? "" : " local" : " unknown")"
        case .settle(let id, .success(.transaction(let isCommitted, let node))):
            "settle \(id.number) \(isCommitted ? "committed" : "aborted") \(node.text)"
        case .settle(let id, .failure(let error)): "settle \(id.number) \(error.code.rawValue)"
        case .compute(let id, let input, _): "compute \(id.number) \(input.node.text)\(input.isKnown ? "" : " unknown")"
        case .open: "open"
        case .close: "close"
        case .abandonConnection: "abandon"
        case .send(.request(let request)): "send \(text(request.action))"
        case .send: "send"
        case .connectionChanged(.connected): "connected"
        case .connectionChanged(.disconnected): "disconnected"
        case .signInChanged(.signedOut): "signed out"
        case .signInChanged(.signingIn(let credential)): "signing in \(credential)"
        case .signInChanged(.signedIn(let credential)): "signed in \(credential)"
        case .diagnose(let error): "diagnose \(error.code.rawValue)"
        case .store, .storeAll: "store"
        case .pendingWritesChanged(let count): "pending \(count)"
        }
    }

    private static func text(_ write: Write) -> String {
        write.setValue.map { "put \(write.path) \($0.node.text)" } ?? "merge \(write.path)"
    }

    private static func text(_ action: Request.Action) -> String {
        switch action {
        case .listen(let path, _, _, let hash): "listen \(path)\(hash == "" ? "" : " if changed")"
        case .unlisten(let path, _, _): "unlisten \(path)"
        case .get(let path, _): "get \(path)"
        case .write(let write, let hash, _): "\(text(write))\(hash == nil ? "" : " if unchanged")"
        case .writeOnDisconnect(let write, _): "on-disconnect \(text(write))"
        case .cancelOnDisconnect(let path, _): "on-disconnect cancel \(path)"
        case .authenticate(let credential, _): "auth \(credential)"
        case .unauthenticate: "unauth"
        case .statistics: "statistics"
        case .webhook(let request): "webhook \(request)"
        }
    }
}
