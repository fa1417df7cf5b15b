#if Server
    import DatasyncConcurrency
    import NIOCore
    import NIOPosix

    /// The renewal of the keys that issuers publish, so that the server accepts a new key without a restart.
    ///
    /// The keys are read again after an interval, and when a token names an unknown key, at most once a minute. If that fails,
    /// the present keys remain.
    final class KeyRenewal: Sendable {
        /// The time between two readings for unknown keys, in milliseconds.
        private static let pause = 60_000.0

        private struct State: Sendable {
            var task: RepeatedTask?
            /// The time of the last reading for an unknown key.
            var lastRequest: Double?
        }

        private let rules: TokenRules
        private let renewed: @Sendable (TokenVerifier) -> Void
        private let log: @Sendable (String) -> Void
        private let state = Guarded(State())

        /// `renewed`: Called with the verifier that has the new keys.
        init(
            _ rules: TokenRules, log: @escaping @Sendable (String) -> Void,
            renewed: @escaping @Sendable (TokenVerifier) -> Void
        ) {
            self.rules = rules
            self.log = log
            self.renewed = renewed
        }

        /// Begins to read the keys after each interval.
        func start() {
            let interval = TimeAmount(rules.keySetRenewal)
            let task = MultiThreadedEventLoopGroup.singleton.next()
                .scheduleRepeatedTask(initialDelay: interval, delay: interval) { [weak self] _ in self?.renew() }
            state.withLock { $0.task = task }
        }

        func stop() { state.withLock { $0.task.take() }?.cancel() }

        /// Reads the keys because a token names an unknown one; without effect soon after the last time.
        ///
        /// `now`: The time in milliseconds since the Unix epoch.
        func request(now: Double) {
            let isDue = state.withLock { state in
                if let last = state.lastRequest, now < last + Self.pause { return false }
                state.lastRequest = now
                return true
            }
            if isDue { renew() }
        }

        private func renew() {
            Task { [rules, renewed, log] in
                do throws(ServerError) {
                    renewed(try await TokenVerifier(rules))
                } catch {
                    log("the keys for tokens could not be read again, and the present ones remain: \(error.message)")
                }
            }
        }
    }
#endif
