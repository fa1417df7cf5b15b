package import DatasyncConcurrency
package import DatasyncTree
package import DatasyncWire

/// An embedded back end: the authority over one tree of data, in process, for any number of clients.
///
/// Safe to use from any thread. The events of a port are delivered in order.
package final class Backend: Sendable {
    package typealias Receiver = @Sendable (LinkEvent) -> Void

    private struct Core: Sendable {
        var state: BackendState
        /// The receiver of each port's events, from its first connection until its release.
        var receivers: [PortID: ApplicationOwned<Receiver>] = [:]
    }

    private enum PendingEffect: Sendable {
        case deliver(ApplicationOwned<Receiver>, LinkEvent)
        /// Releases a receiver outside the lock.
        case release(ApplicationOwned<Receiver>)
    }

    /// The maximum number of deliveries that one call executes before the executor takes over.
    private static let callLimit = 64
    /// The maximum number of deliveries per run of the executor, so that its other work is not delayed.
    private static let sliceLimit = 256

    private let shell: Shell<Core, PendingEffect>
    private let clock: @Sendable () -> Double
    private let executor: Executor?

    /// Creates a back end.
    ///
    /// `clock`: Returns the time in milliseconds since the Unix epoch.
    /// `executor`: Runs the deliveries that exceed the limit of a call; without one, the draining call executes all of
    /// them.
    package init(
        _ state: BackendState = BackendState(), clock: @escaping @Sendable () -> Double, executor: Executor? = nil
    ) {
        shell = Shell(Core(state: state))
        self.clock = clock
        self.executor = executor
    }

    /// Creates the link of one more client.
    package func makePort() -> BackendPort {
        let id = change { core, _, _ in core.state.makePort() }
        return BackendPort(backend: self, id: id)
    }

    package var data: Node { shell.read { $0.state.data } }

    /// Whether no delivery is pending.
    package var isIdle: Bool { shell.isIdle }

    /// Replaces the rules; invalid rules are rejected and the present ones remain.
    package func setRules(_ json: JSON) throws(DataError) {
        let rules = try Rules(json)
        perform { state, now in state.setRules(rules, now: now) }
    }

    /// Writes a value without checking the rules.
    package func write(_ value: WriteValue, at path: Path) throws(DataError) {
        let result: Result<Void, DataError> = perform {
            state, now -> (Result<Void, DataError>, [BackendState.Delivery]) in
            do throws(DataError) {
                return (.success(()), try state.write(value, at: path, now: now))
            } catch {
                return (.failure(error), [])
            }
        }
        try result.get()
    }

    func open(_ port: PortID, _ receive: @escaping Receiver) -> SessionID? {
        change { core, pending, now in
            // The client has opened a new connection, so an earlier one of the same port receives no more events.
            if let earlier = core.receivers.updateValue(ApplicationOwned(receive), forKey: port) {
                pending.append(.release(earlier))
            }
            let (session, deliveries) = core.state.opened(port, now: now)
            Self.queue(deliveries, core, &pending)
            return session
        }
    }

    func remove(_ port: PortID) {
        change { core, pending, now in
            if let receiver = core.receivers.removeValue(forKey: port) { pending.append(.release(receiver)) }
            Self.queue(core.state.removePort(port, now: now), core, &pending)
        }
    }

    func perform(_ body: @Sendable (inout BackendState, _ now: Double) -> [BackendState.Delivery]) {
        perform { state, now in ((), body(&state, now)) }
    }

    private func perform<Result: Sendable>(
        _ body: (inout BackendState, _ now: Double) -> (Result, [BackendState.Delivery])
    ) -> Result {
        change { core, pending, now in
            let (result, deliveries) = body(&core.state, now)
            Self.queue(deliveries, core, &pending)
            return result
        }
    }

    // MARK: The shell

    private func change<Result: Sendable>(
        _ body: (inout Core, inout [PendingEffect], _ now: Double) -> Result
    ) -> Result {
        let now = clock()
        let (result, handsOver) = shell.perform(limit: executor == nil ? nil : Self.callLimit, Self.execute) {
            core, pending in
            body(&core, &pending, now)
        }
        if handsOver { continueDraining() }
        return result
    }

    private func continueDraining() {
        executor? { [self] in
            if shell.drain(atMost: Self.sliceLimit, Self.execute) { continueDraining() }
        }
    }

    private static func execute(_ effect: PendingEffect) {
        switch effect {
        case .deliver(let receive, let event): receive.value(event)
        case .release: break
        }
    }

    private static func queue(_ deliveries: [BackendState.Delivery], _ core: Core, _ pending: inout [PendingEffect]) {
        for delivery in deliveries {
            if let receive = core.receivers[delivery.port] { pending.append(.deliver(receive, delivery.event)) }
        }
    }
}

/// One client's link to an embedded back end, with fault injection for that client.
package final class BackendPort: Link {
    private let backend: Backend
    private let id: PortID

    init(backend: Backend, id: PortID) {
        self.backend = backend
        self.id = id
    }

    deinit { backend.remove(id) }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
        Connection(backend: backend, session: backend.open(id, receive))
    }

    /// Holds back the responses to the client's requests until ``release()``.
    package func hold() {
        backend.perform { [id] state, _ in
            state.hold(id)
            return []
        }
    }

    package func release() { backend.perform { [id] state, now in state.release(id, now: now) } }

    /// Ends the connection; a new one cannot be opened until ``restore()``.
    package func drop() { backend.perform { [id] state, now in state.drop(id, now: now) } }

    package func restore() { backend.perform { [id] state, _ in state.restore(id) } }

    /// Fails the next write or listen, once, with a status.
    package func refuseNext(_ kind: PortRefusal.Kind = .write, with status: Status) {
        backend.perform { [id] state, _ in
            state.refuseNext(id, kind, with: status)
            return []
        }
    }

    package func authenticate(uid: String?) {
        backend.perform { [id] state, now in state.authenticate(id, uid: uid, now: now) }
    }

    private struct Connection: LinkConnection {
        let backend: Backend
        let session: SessionID?

        func send(_ message: ClientMessage) {
            guard let session else { return }
            backend.perform { state, now in state.received(message, from: session, now: now) }
        }

        func close() {
            guard let session else { return }
            backend.perform { state, now in state.closed(session, now: now) }
        }
    }
}
