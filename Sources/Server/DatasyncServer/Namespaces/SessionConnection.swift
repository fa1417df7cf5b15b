#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import Logging

    /// A connection whose credentials the server checks.
    ///
    /// The rights of a user end when the clock reaches the expiry of the token. A timer looks at the clock every half
    /// minute, and so does each message of the client, since the clock may be set forward. If it is set back, the
    /// rights end after the time that they had left at the sign-in.
    final class SessionConnection: LinkConnection {
        private struct State: Sendable {
            /// The number of accepted sign-ins and sign-outs.
            var signIns = 0
            /// The time of the first sign-in in the current minute, and the number of sign-ins since then.
            var minute = (begin: -Double.infinity, count: 0)
            /// The end of the current user's rights; `nil` if they do not end, or have ended.
            var expiry: Expiry?
            /// Whether the last user's rights have ended because the token expired.
            var hasExpired = false
            var cancelTimer: (@Sendable () -> Void)?
        }

        private struct Expiry: Sendable {
            /// The time in milliseconds since the Unix epoch.
            let time: Double
            /// The time in milliseconds of the clock that never goes back.
            let uptime: Double

            /// Returns the milliseconds until the end; not positive after it.
            func remaining(_ clock: ClockWatch) -> Double { min(time - clock.now(), uptime - clock.uptime()) }
        }

        /// The longest time between two looks of the timer at the clock, in milliseconds.
        private static let interval = 30_000.0

        private let connection: BackendPort.Connection
        private let address: String
        private let signIn: SignIn
        private let authOverride: AuthOverride?
        private let logsSignIns: Bool
        private let sessions: SessionList
        private let traced: TracedSession
        private let state = Guarded(State())

        init(_ connection: BackendPort.Connection, _ link: SessionLink) {
            self.connection = connection
            address = link.address
            signIn = link.signIn
            authOverride = link.authOverride
            logsSignIns = link.logsSignIns
            sessions = link.sessions
            traced = link.traced
            sessions.add(
                SessionList.Session(
                    namespace: link.use.namespace.name, address: link.address, isStream: !link.logsSignIns,
                    start: link.signIn.time.now()), traced.id)
        }

        deinit { sessions.remove(traced.id) }

        func send(_ message: ClientMessage) {
            checkExpiry()
            traced.note(MessageDescription(message))
            guard case .request(let request) = message else { return connection.send(message, signIn: nil) }
            switch request.action {
            case .authenticate(let credential, let override):
                guard mayTry() else {
                    return connection.send(
                        message,
                        signIn: .refused(
                            .tooManyRequests,
                            reason:
                                "This session signs in more than \(signIn.sessionLimit) times in a minute; wait a while."
                        ))
                }
                let outcome = signIn.check(credential, from: address)
                let decision = decision(outcome.decision, override)
                connection.send(message, signIn: decision)
                if case .accepted(let principal) = decision {
                    if logsSignIns { signIn.log(.notice, "sign-in from \(address): \(principal.text)") }
                    sessions.setUser(principal.text, of: traced.id)
                    replaceUser(until: outcome.expires)
                }
            case .unauthenticate:
                connection.send(message, signIn: nil)
                sessions.setUser(nil, of: traced.id)
                replaceUser(until: nil)
            default: connection.send(message, signIn: nil)
            }
        }

        /// Records a sign-in, and returns whether the session's limit allows it.
        ///
        /// There is a limit because each sign-in rechecks many listens.
        private func mayTry() -> Bool {
            let now = signIn.time.now()
            return state.withLock { state in
                if now - state.minute.begin >= 60_000 || now < state.minute.begin { state.minute = (now, 0) }
                state.minute.count += 1
                return state.minute.count <= signIn.sessionLimit
            }
        }

        /// Returns the decision about the session's rights, which the request or the message may give to another user.
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

        /// Asks the client to connect again, once the requests received before are answered; later ones are not.
        ///
        /// - Parameter host: The host to connect to; `nil` for the client's choice.
        func leave(for host: String?) { connection.leave(for: host) }

        func close() {
            state.withLock { state in
                state.expiry = nil
                return state.cancelTimer.take()
            }?()
            sessions.remove(traced.id)
            connection.close()
        }

        // MARK: Expiry

        /// Sets a new end of the rights, in milliseconds since the Unix epoch.
        private func replaceUser(until time: Double?) {
            let clock = signIn.time
            let expiry = time.map { Expiry(time: $0, uptime: clock.uptime() + max(0, $0 - clock.now())) }
            let (number, last) = state.withLock { state in
                state.signIns += 1
                state.expiry = expiry
                state.hasExpired = false
                return (state.signIns, state.cancelTimer.take())
            }
            last?()
            if let expiry { startTimer(expiry, number) }
        }

        private func startTimer(_ expiry: Expiry, _ number: Int) {
            let delay = min(max(0, expiry.remaining(signIn.time)), Self.interval)
            let cancel = signIn.time.schedule(in: delay) { [weak self] in self?.timerFired(number) }
            let isCurrent = state.withLock { state in
                if state.signIns == number, state.expiry != nil { state.cancelTimer = cancel }
                return state.signIns == number && state.expiry != nil
            }
            if !isCurrent { cancel() }
        }

        private func timerFired(_ number: Int) {
            guard state.withLock({ $0.signIns == number }), !checkExpiry() else { return }
            if let expiry = state.withLock(\.expiry) { startTimer(expiry, number) }
        }

        /// Ends the user's rights if the token has expired; returns whether the last user's rights ended that way.
        @discardableResult
        func checkExpiry() -> Bool {
            let (expiry, hasExpired) = state.withLock { ($0.expiry, $0.hasExpired) }
            guard let expiry, expiry.remaining(signIn.time) <= 0 else { return hasExpired }
            let (number, cancel) = state.withLock { state -> (Int?, (@Sendable () -> Void)?) in
                // Another sign-in may have happened in between.
                guard state.expiry?.time == expiry.time, state.expiry?.uptime == expiry.uptime else {
                    return (nil, nil)
                }
                state.expiry = nil
                state.hasExpired = true
                return (state.signIns, state.cancelTimer.take())
            }
            cancel?()
            if let number {
                connection.revokeSignIn(
                    number, .expiredToken, because: "The token has expired; sign in with a new one.")
            }
            return state.withLock(\.hasExpired)
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
