package import DatasyncTree
package import DatasyncWire

/// One client's link to an embedded back end, with fault injection for that client.
package final class BackendPort: Link {
    private let backend: Backend
    private let id: PortID
    private let signInCheck: SignInCheck?

    init(backend: Backend, id: PortID, signInCheck: SignInCheck?) {
        self.backend = backend
        self.id = id
        self.signInCheck = signInCheck
    }

    deinit { backend.remove(id) }

    package func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection { connect(receive) }

    /// Opens a connection like ``open(_:)``, with access to the sign-in.
    package func connect(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> Connection {
        connect(ClosureReceiver(receive))
    }

    /// Opens a connection and sends its events to an object.
    package func connect(_ receiver: any PortReceiver) -> Connection {
        Connection(backend: backend, session: backend.open(id, receiver), signInCheck)
    }

    /// Holds back the responses to the client's requests until ``release()``.
    package func hold() {
        backend.perform { [id] state, _ in
            state.hold(id)
            return []
        }
    }

    /// Whether requests are held back.
    package var isHeld: Bool { backend.isHeld(id) }

    package func release() { backend.perform { [id] state, now in state.release(id, now: now) } }

    /// Ends the connection; a new one cannot be opened until ``restore()``.
    package func drop() { backend.perform { [id] state, now in state.drop(id, now: now) } }

    package func restore() { backend.perform { [id] state, _ in state.restore(id) } }

    /// Fails the next write or listen with a status, once.
    package func refuseNext(_ kind: PortRefusal.Kind = .write, with status: Status) {
        backend.perform { [id] state, _ in
            state.refuseNext(id, kind, with: status)
            return []
        }
    }

    package func authenticate(uid: String?) {
        backend.perform { [id] state, now in state.authenticate(id, uid: uid, now: now) }
    }

    /// A connection of a port.
    package struct Connection: LinkConnection {
        fileprivate let backend: Backend
        fileprivate let session: SessionID?
        /// The gate for the messages; `nil` if credentials are not checked.
        private let gate: SignInGate?

        fileprivate init(backend: Backend, session: SessionID?, _ check: SignInCheck?) {
            self.backend = backend
            self.session = session
            gate = check.map { check in
                SignInGate(check) { message, decision in
                    backend.receive(message, signIn: decision ?? message.ownDecision, from: session)
                }
            }
        }

        package func send(_ message: ClientMessage) {
            if let gate { gate.send(message) } else { send(message, signIn: message.ownDecision) }
        }

        /// Sends a message with the decision about its credential, if it has one.
        package func send(_ message: ClientMessage, signIn: SignInDecision?) {
            backend.receive(message, signIn: signIn, from: session)
        }

        /// Sends the only request of a session; its sign-in, its write and its end make one append of the log.
        ///
        /// - Parameters:
        ///   - request: The request.
        ///   - principal: The party whose rights it has; `nil` for those of anyone.
        package func sendOnly(_ request: Request, as principal: Principal?) {
            guard let session else { return }
            backend.perform { state, now in state.receivedOnly(request, as: principal, from: session, now: now) }
        }

        /// Returns whether a write at a path may be allowed, regardless of its data.
        package func mayAllowWriting(at path: Path) -> Bool {
            session.map { backend.mayAllowWriting(at: path, from: $0) } ?? true
        }

        /// Ends the rights of the user, and notifies the client.
        ///
        /// - Parameters:
        ///   - number: The number of the sign-in, counting accepted sign-ins and sign-outs from 1.
        ///   - status: The status that the client receives.
        ///   - reason: The reason that the client receives.
        package func revokeSignIn(_ number: Int, _ status: Status, because reason: String) {
            guard let session else { return }
            backend.perform { state, now in state.revokeSignIn(session, number, status, because: reason, now: now) }
        }

        /// Asks the client to connect again, once the requests received before are answered; later ones are not.
        ///
        /// - Parameter host: The host to connect to; `nil` for the client's choice.
        package func leave(for host: String?) {
            guard let session else { return }
            backend.perform { state, _ in state.leave(session, for: host) }
        }

        package func close() {
            guard let session else { return }
            backend.perform { state, now in state.closed(session, now: now) }
        }
    }
}

extension Backend {
    fileprivate func receive(_ message: ClientMessage, signIn: SignInDecision?, from session: SessionID?) {
        guard let session else { return }
        perform { state, now in state.received(message, signIn: signIn, from: session, now: now) }
    }
}

extension ClientMessage {
    /// The decision without a check: an embedded back end has no owner who could ask for another user's rights.
    fileprivate var ownDecision: SignInDecision? {
        guard case .request(let request) = self, case .authenticate(_, override: .some) = request.action else {
            return nil
        }
        return .refusedOverride
    }
}
