import DatasyncBackend
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncTesting
import DatasyncWire

/// A counter for the messages of all clients of a run; it finds the message at which a connection is dropped.
final class FaultInjector: Sendable {
    private struct State: Sendable {
        var messages = 0
        var step = -1
        /// The number of changing requests that the back end has processed.
        var processed = 0
        /// The numbers of changing requests that the back end holds.
        var held: [String: Int] = [:]
        var drop: ConnectionDrop?
        /// The client that has ended and has not been restarted yet.
        var ended: String?
        /// The offline stores, if clients have one.
        var stores: [String: MemoryOfflineStore] = [:]
    }

    let fault: ConnectionFault?
    private let hasStores: Bool
    private let state = Guarded(State())

    /// Creates a counter.
    ///
    /// - Parameters:
    ///   - fault: The point at which a connection is dropped.
    ///   - hasStores: Whether each client has an offline store, from which a fault can restart it.
    init(_ fault: ConnectionFault?, hasStores: Bool) {
        self.fault = fault
        self.hasStores = hasStores
    }

    /// Injects the fault into the connections of a run.
    func attach(to clients: ScenarioClients) {
        clients.link = { FaultyLink(client: $1, port: $0, injector: self) }
        if hasStores { clients.cache = { [self] in cache(of: $0) } }
    }

    /// Returns the content of a client's last store in a new store.
    private func cache(of client: String) -> OfflineData {
        state.withLock { state in
            let store = MemoryOfflineStore(state.stores[client]?.end() ?? OfflineState())
            state.stores[client] = store
            return OfflineData(store.state, in: store)
        }
    }

    /// The number of messages so far.
    var count: Int { state.withLock(\.messages) }

    /// The drop, after it has happened.
    var drop: ConnectionDrop? { state.withLock(\.drop) }

    /// Returns the client that has ended and must be restarted; each one only once.
    func takeEnded() -> String? {
        state.withLock { state in
            defer { state.ended = nil }
            return state.ended
        }
    }

    /// Counts a message; returns the fault if it is due at this message.
    func next() -> ConnectionFault? {
        let index = state.withLock { state in
            defer { state.messages += 1 }
            return state.messages
        }
        return fault?.message == index ? fault : nil
    }

    /// Counts a step, which may release or discard the requests that the back end holds.
    func begin(_ step: Scenario.Step) {
        state.withLock { state in
            state.step += 1
            switch step {
            case .release(let client): state.processed += state.held.removeValue(forKey: client) ?? 0
            case .disconnect(let client): state.held[client] = nil
            case .end(let client): (state.held[client], state.stores[client]) = (nil, nil)
            default: break
            }
        }
    }

    /// Counts a changing request that the back end receives.
    func note(of client: String, isHeld: Bool) {
        state.withLock { state in
            if isHeld { state.held[client, default: 0] += 1 } else { state.processed += 1 }
        }
    }

    /// Records the drop of a connection and discards its held requests.
    func dropped(_ client: String, received: Int) {
        state.withLock { state in
            state.held[client] = nil
            state.drop = ConnectionDrop(
                client: client, step: state.step, processed: state.processed, received: received)
            if fault?.endsClient == true { state.ended = client }
        }
    }
}

/// A link to an embedded back end that drops its connection at a message.
///
/// The client then reconnects at once, or is restarted.
struct FaultyLink: Link {
    let client: String
    let port: BackendPort
    let injector: FaultInjector

    func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        let connection = FaultyConnection(client: client, port: port, injector: injector, receive)
        connection.attach(port.open { connection.received($0) })
        return connection
    }
}

private final class FaultyConnection: LinkConnection {
    private struct State: Sendable {
        var inner: (any LinkConnection)?
        var isDropped = false
        /// The numbers of the changing requests without a response.
        var unanswered: Set<Int> = []
        /// The number of responses to changing requests.
        var received = 0
    }

    private let client: String
    private let port: BackendPort
    private let injector: FaultInjector
    private let receive: @Sendable (LinkEvent) -> Void
    private let state = Guarded(State())

    init(
        client: String, port: BackendPort, injector: FaultInjector,
        _ receive: @escaping @Sendable (LinkEvent) -> Void
    ) {
        self.client = client
        self.port = port
        self.injector = injector
        self.receive = receive
    }

    /// Sets the connection to the back end, which may already have delivered messages.
    func attach(_ inner: any LinkConnection) {
        let isDropped = state.withLock { state in
            state.inner = inner
            return state.isDropped
        }
        if isDropped { inner.close() }
    }

    func received(_ event: LinkEvent) {
        guard !state.withLock(\.isDropped) else { return }
        guard case .message(let message) = event else { return receive(event) }
        let fault = injector.next()
        if fault?.losesMessage != true {
            if case .response(let response) = message {
                state.withLock { state in
                    if state.unanswered.remove(response.number) != nil { state.received += 1 }
                }
            }
            receive(event)
        }
        if let fault { drop(fault) }
    }

    func send(_ message: ClientMessage) {
        guard let inner = state.withLock({ $0.isDropped ? nil : $0.inner }) else { return }
        let fault = injector.next()
        if fault?.losesMessage != true {
            if case .request(let request) = message, request.action.isChange {
                state.withLock { _ = $0.unanswered.insert(request.number) }
                injector.note(of: client, isHeld: port.isHeld)
            }
            inner.send(message)
        }
        if let fault { drop(fault) }
    }

    func close() { state.withLock(\.inner)?.close() }

    private func drop(_ fault: ConnectionFault) {
        let (inner, isFirst, received) = state.withLock { state in
            defer { state.isDropped = true }
            return (state.inner, !state.isDropped, state.received)
        }
        guard isFirst else { return }
        // A new connection does not end the hold of the scenario.
        let isHeld = port.isHeld
        injector.dropped(client, received: received)
        inner?.close()
        if isHeld { port.hold() }
        // A client that has ended receives nothing more.
        if fault.endsClient { return }
        receive(.closed(reason: "The run has dropped the connection."))
        receive(.available)
    }
}

extension Request.Action {
    /// Whether the request changes data now or at the end of the connection.
    fileprivate var isChange: Bool {
        switch self {
        case .write, .writeOnDisconnect, .cancelOnDisconnect: true
        case .listen, .unlisten, .get, .authenticate, .unauthenticate, .statistics, .webhook: false
        }
    }
}
