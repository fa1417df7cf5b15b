#if Server
    import DatasyncConcurrency
    import Logging
    import NIOCore
    import NIOPosix

    /// The renewal of the keys that issuers publish, so that the server accepts a new key without a restart.
    ///
    /// The keys are read again after an interval, and when a token names an unknown key, at most once a minute. Only one
    /// reading runs at a time. If an issuer's new keys cannot be read, its current keys remain.
    final class KeyRenewal: Sendable {
        /// The minimum time between two readings for unknown keys, in milliseconds.
        private static let pause = 60_000.0

        private struct State: Sendable {
            var task: RepeatedTask?
            var verifier: TokenVerifier
            var isReading = false
            /// The time of the last reading for an unknown key.
            var lastRequest: Double?
        }

        private let rules: TokenRules
        private let renewed: @Sendable (TokenVerifier) -> Void
        private let log: ServerLog
        private let state: Guarded<State>

        /// Creates the renewal of a verifier's keys.
        ///
        /// - Parameters:
        ///   - rules: The rules for tokens, which name the addresses of the keys.
        ///   - verifier: The verifier with the current keys.
        ///   - log: The log of the server.
        ///   - renewed: Called with the verifier that has the new keys.
        init(
            _ rules: TokenRules, _ verifier: TokenVerifier, log: ServerLog,
            renewed: @escaping @Sendable (TokenVerifier) -> Void
        ) {
            self.rules = rules
            self.log = log
            state = Guarded(State(verifier: verifier))
            self.renewed = renewed
        }

        /// Starts reading the keys after each interval.
        func start() {
            let interval = TimeAmount(rules.keySetRenewal)
            let task = MultiThreadedEventLoopGroup.singleton.next()
                .scheduleRepeatedTask(initialDelay: interval, delay: interval) { [weak self] _ in self?.renew() }
            state.withLock { $0.task = task }
        }

        func stop() { state.withLock { $0.task.take() }?.cancel() }

        /// Reads the keys because a token names an unknown one; no effect soon after the last such reading.
        ///
        /// - Parameter now: The time in milliseconds since the Unix epoch.
        func request(now: Double) {
            guard isDue(now: now) else { return }
            state.withLock { $0.lastRequest = now }
            renew()
        }

        /// Returns whether a request at this time has an effect.
        func isDue(now: Double) -> Bool {
            state.withLock { state in
                // The operating system's clock may have been set back since.
                !state.isReading && state.lastRequest.map { !(0..<Self.pause).contains(now - $0) } ?? true
            }
        }

        private func renew() {
            let present = state.withLock { state -> TokenVerifier? in
                if state.isReading { return nil }
                state.isReading = true
                return state.verifier
            }
            guard let present else { return }
            Task {
                let verifier = await present.renewed(rules) { [log] error in
                    log(
                        .warning,
                        "keys for tokens could not be read again, and the present ones remain: \(error.message)")
                }
                renewed(verifier)
                state.withLock { state in
                    state.verifier = verifier
                    state.isReading = false
                }
            }
        }
    }
#endif
