import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// The state of the authority: the data, the listeners and the rules.
///
/// Pure: every method returns the messages to deliver, in order. Time and user identifiers are passed in.
package struct BackendState: Sendable {
    /// A message to deliver to the client at a port.
    package struct Delivery: Sendable {
        package let port: PortID
        package let session: SessionID?
        package let event: LinkEvent
    }

    package internal(set) var data: Node
    package internal(set) var rules: Rules
    package let limits: Limits
    let host: String
    var ports: [PortID: Port] = [:]
    var sessions: [SessionID: Session] = [:]
    var listeners = PathTree<[Listener]>()
    /// The paths that the read rules of listens have looked at.
    var watches = ReadWatches()
    private var lastPort = 0
    private var lastSession = 0
    /// The responses to applied write keys, retained so that a repeated write is not applied twice.
    ///
    /// Only the latest keys are retained: enough for all writes that can be in flight.
    private var appliedKeys: [String: Response] = [:]
    private var appliedOrder = Fifo<String>()
    private static let rememberedKeys = 65_536

    package init(data: Node = .null, rules: Rules = .open, limits: Limits = Limits(), host: String = "embedded") {
        self.data = data
        self.rules = rules
        self.limits = limits
        self.host = host
    }

    /// Creates a port for one more client.
    package mutating func makePort() -> PortID {
        lastPort += 1
        let id = PortID(number: lastPort)
        ports[id] = Port()
        return id
    }

    /// Removes a port whose client was released; ends its connection.
    package mutating func removePort(_ id: PortID, now: Double) -> [Delivery] {
        defer { ports[id] = nil }
        return ports[id]?.session.map { closed($0, now: now) } ?? []
    }

    /// Opens a connection for a client; an earlier connection of the same port ends.
    package mutating func opened(_ id: PortID, now: Double) -> (SessionID?, [Delivery]) {
        guard let port = ports[id] else { return (nil, []) }
        var deliveries = port.session.map { closed($0, now: now) } ?? []
        if port.isDown {
            deliveries.append(
                Delivery(
                    port: id, session: nil, event: .closed(reason: "The connection is down; wait until it is back.")))
            return (nil, deliveries)
        }
        lastSession += 1
        let session = SessionID(number: lastSession)
        sessions[session] = Session(port: id)
        ports[id]?.session = session
        let hello = Control.hello(
            time: now, version: ProtocolVersion.current, host: host, session: "\(host)-\(session.number)")
        deliveries.append(Delivery(port: id, session: session, event: .message(.control(hello))))
        return (session, deliveries)
    }

    /// Ends a connection, closed by either side, and executes its on-disconnect writes.
    package mutating func closed(_ id: SessionID, now: Double) -> [Delivery] {
        guard let session = sessions[id] else { return [] }
        for listen in session.listens { removeListener(id, listen) }
        sessions[id] = nil
        ports[session.port]?.session = nil
        ports[session.port]?.isHeld = false
        ports[session.port]?.held = []
        return session.onDisconnectWrites.flatMap { write in
            (try? apply(write, by: .client(session.auth), now: now))?.pushes ?? []
        }
    }

    /// Processes a message of a client.
    package mutating func received(_ message: ClientMessage, from id: SessionID, now: Double) -> [Delivery] {
        guard let session = sessions[id] else { return [] }
        switch message {
        case .keepAlive, .pong: return []
        case .ping: return [delivery(id, .control(.pong))]
        case .request(let request):
            guard ports[session.port]?.isHeld != true else {
                ports[session.port]?.held.append(request)
                return []
            }
            return handle(request, from: id, now: now)
        }
    }

    func delivery(_ id: SessionID, _ message: BackendMessage) -> Delivery {
        Delivery(port: sessions[id]?.port ?? PortID(number: 0), session: id, event: .message(message))
    }

    // MARK: Requests

    mutating func handle(_ request: Request, from id: SessionID, now: Double) -> [Delivery] {
        var deliveries: [Delivery] = []
        var response: Response
        do throws(Refusal) {
            response = try execute(request, from: id, now: now, into: &deliveries)
        } catch {
            response = Response(number: request.number, status: error.status, reason: error.reason)
        }
        deliveries.append(delivery(id, .response(response)))
        return deliveries
    }

    private mutating func execute(
        _ request: Request, from id: SessionID, now: Double, into deliveries: inout [Delivery]
    ) throws(Refusal) -> Response {
        var data: Node?
        switch request.action {
        case .listen(let path, let window, let tag, let hash):
            deliveries += try listen(id, path: path, window: window, tag: tag, hash: hash, now: now)
            let warnings = lacksDeclaredIndex(path, window) ? [Response.noIndex] : []
            return Response(number: request.number, status: .ok, warnings: warnings)
        case .unlisten(let path, let window, _): removeListener(id, ListenKey(path: path, window: window))
        case .get(let path, let window):
            _ = try checkReading(id, path, window, now: now)
            data = window.cut(self.data[path])
        case .put(let path, let value, let hash, let key):
            if let response = key.flatMap({ appliedKeys[$0] }) { return response.numbered(request.number) }
            try consumeInjectedRefusal(id, .write)
            let write = Write.set(value, at: path)
            let writer = Writer.client(sessions[id]?.auth)
            if let hash, self.data[path].hash != hash {
                try checkWriting(write, by: writer, now: now)
                if !coversRead(id, path) {
                    // A stale compare-and-set must not reveal a value that the client may not read.
                    _ = try checkReading(id, path, .all, now: now)
                    deliveries.append(delivery(id, .push(.set(path: path, node: self.data[path], tag: nil))))
                }
                throw Refusal(.dataStale, "The value at \(path) is not the expected one.")
            }
            let (pushes, results) = try apply(write, by: writer, now: now)
            deliveries += pushes
            data = value.isIncrement ? results[0] : nil
            remember(key, Response(number: request.number, status: .ok, data: data))
        case .merge(let path, let parts, let key):
            if let response = key.flatMap({ appliedKeys[$0] }) { return response.numbered(request.number) }
            try consumeInjectedRefusal(id, .write)
            let write = Write(path: path, parts: parts, isMerge: true)
            deliveries += try apply(write, by: .client(sessions[id]?.auth), now: now).pushes
            remember(key, Response(number: request.number, status: .ok))
        case .setOnDisconnect(let path, let value):
            try registerOnDisconnect(.set(value, at: path), of: id, now: now)
        case .mergeOnDisconnect(let path, let parts):
            try registerOnDisconnect(Write(path: path, parts: parts, isMerge: true), of: id, now: now)
        case .cancelOnDisconnect(let path): sessions[id]?.onDisconnectWrites.removeAll { $0.path.isAtOrBelow(path) }
        case .authenticate(let credential):
            guard !credential.isEmpty else {
                throw Refusal(.invalidToken, "The credential is empty; the embedded back end takes a user identifier.")
            }
            deliveries += authenticate(id, uid: credential, now: now)
        case .unauthenticate: deliveries += authenticate(id, uid: nil, now: now)
        case .statistics: break
        }
        return Response(number: request.number, status: .ok, data: data)
    }

    private mutating func registerOnDisconnect(
        _ write: Write, of id: SessionID, now: Double
    ) throws(Refusal) {
        try checkWriting(write, by: .client(sessions[id]?.auth), now: now)
        sessions[id]?.onDisconnectWrites.append(write)
    }

    /// Fails the next matching request with an injected status.
    mutating func consumeInjectedRefusal(_ id: SessionID, _ what: PortRefusal.Kind) throws(Refusal) {
        guard let port = sessions[id]?.port, let index = ports[port]?.refusals.firstIndex(where: { $0.kind == what }),
            let refusal = ports[port]?.refusals.remove(at: index)
        else { return }
        throw Refusal(refusal.status, "The test that controls the back end refused this \(what.rawValue).")
    }

    private mutating func remember(_ key: String?, _ response: Response) {
        guard let key else { return }
        appliedKeys[key] = response
        appliedOrder.append(key)
        if appliedOrder.count > Self.rememberedKeys, let oldest = appliedOrder.popFirst() { appliedKeys[oldest] = nil }
    }
}

/// The reason why a request fails.
struct Refusal: Error {
    let status: Status
    let reason: String

    init(_ status: Status, _ reason: String) {
        self.status = status
        self.reason = reason
    }

    init(_ error: DataError) {
        self.init(Status(error.code), error.message)
    }
}

extension Response {
    fileprivate func numbered(_ number: Int) -> Response {
        Response(number: number, status: status, reason: reason, data: data)
    }
}

extension WriteValue {
    /// Whether the whole value is one increment, whose result the response carries.
    fileprivate var isIncrement: Bool {
        if case .increment? = deferred.first?.value { deferred[0].path.isRoot } else { false }
    }
}
