#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import Logging

    /// A link whose credentials the server checks; it ends the rights of a user when the credential expires.
    struct SessionLink: Link {
        let port: BackendPort
        /// The address of the client.
        let address: String
        let signIn: SignIn
        /// The user whose rights the sign-in of the owner gives; `nil` for those of the owner.
        var authOverride: AuthOverride?
        /// Whether accepted sign-ins are logged, as those of sessions are; a request carries its token each time.
        var logsSignIns = false

        func open(_ receive: @escaping @Sendable (LinkEvent) -> Void) -> any LinkConnection {
            SessionConnection(port.connect(receive), self)
        }

        /// Opens a connection whose events an object receives.
        func connect(_ receiver: any PortReceiver) -> any LinkConnection {
            SessionConnection(port.connect(receiver), self)
        }
    }

    /// A connection whose credentials the server checks.
    private final class SessionConnection: LinkConnection {
        private struct State: Sendable {
            /// The number of accepted sign-ins and of sign-outs.
            var signIns = 0
            /// The time of the first sign-in of the present minute, and the number of those since.
            var minute = (begin: -Double.infinity, count: 0)
            /// Cancels the end of the rights of the present user.
            var cancelExpiry: (@Sendable () -> Void)?
        }

        private let connection: BackendPort.Connection
        private let address: String
        private let signIn: SignIn
        private let authOverride: AuthOverride?
        private let logsSignIns: Bool
        private let state = Guarded(State())

        init(_ connection: BackendPort.Connection, _ link: SessionLink) {
            self.connection = connection
            address = link.address
            signIn = link.signIn
            authOverride = link.authOverride
            logsSignIns = link.logsSignIns
        }

        func send(_ message: ClientMessage) {
            guard case .request(let request) = message else { return connection.send(message, signIn: nil) }
            switch request.action {
            case .authenticate(let credential, let override):
                guard mayTry() else {
                    return connection.send(
                        message,
                        signIn: .refused(
                            .tooManyRequests,
                            reason: "This session signs in more than \(signIn.sessionLimit) times in a minute; wait a while."))
                }
                let outcome = signIn.check(credential, from: address)
                let decision = decision(outcome.decision, override)
                connection.send(message, signIn: decision)
                if case .accepted(let principal) = decision {
                    if logsSignIns { signIn.log(.notice, "sign-in from \(address): \(principal.text)") }
                    replaceUser(until: outcome.expires)
                }
            case .unauthenticate:
                connection.send(message, signIn: nil)
                replaceUser(until: nil)
            default: connection.send(message, signIn: nil)
            }
        }

        /// Notes a sign-in, and returns whether the limit of the session allows it: each decides about many listens again.
        private func mayTry() -> Bool {
            let now = signIn.now
            return state.withLock { state in
                if now - state.minute.begin >= 60_000 || now < state.minute.begin { state.minute = (now, 0) }
                state.minute.count += 1
                return state.minute.count <= signIn.sessionLimit
            }
        }

        /// Returns the decision about the rights of the session, which the request or the message may give to another user.
        private func decision(_ decision: SignInDecision, _ override: JSON?) -> SignInDecision {
            if let authOverride { return authOverride.decision(decision) }
            guard let override else { return decision }
            guard let authOverride = AuthOverride(override) else {
                return .refused(
                    .invalidData, reason: "The member authvar should be the user, such as {\"uid\": \"ada\"}.")
            }
            return authOverride.decision(decision)
        }

        func mayAllowWriting(at path: Path) -> Bool { connection.mayAllowWriting(at: path) }

        func close() {
            state.withLock { $0.cancelExpiry.take() }?()
            connection.close()
        }

        /// Replaces the end of the rights, in milliseconds since the Unix epoch.
        private func replaceUser(until time: Double?) {
            let (number, last) = state.withLock { state in
                state.signIns += 1
                return (state.signIns, state.cancelExpiry.take())
            }
            last?()
            guard let time else { return }
            let cancel = signIn.schedule(at: time) { [connection] in
                connection.revokeSignIn(
                    number, .expiredToken, because: "The token has expired; sign in with a new one.")
            }
            state.withLock { $0.cancelExpiry = cancel }
        }
    }

    extension Principal {
        /// The user, for the log.
        fileprivate var text: String {
            switch self {
            case .owner: "the owner"
            case .client(let user): user.map { "the user \($0.uid.quoted(atMost: 80))" } ?? "without a user"
            }
        }
    }
#endif
