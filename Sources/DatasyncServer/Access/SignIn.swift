#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import Logging

    /// The way in which a server checks credentials.
    ///
    /// | credential | accepted by |
    /// | --- | --- |
    /// | the admin secret | a server that has one; the rights of the owner |
    /// | a token of a known issuer | a server with rules for tokens |
    /// | `owner` | an emulator; the rights of the owner |
    /// | any name, or any token without a check | an emulator |
    ///
    /// An address with too many failures must wait, with an emulator too.
    final class SignIn: Sendable {
        /// The token that has the rights of the owner in an emulator.
        private static let owner = "owner"
        private let isEmulator: Bool
        private let adminSecret: String?
        private let clock: ServerClock
        /// The maximum number of sign-ins of a session in a minute.
        let sessionLimit: Int
        let log: ServerLog
        private let failures: Guarded<FailedSignIns>
        /// Set before the server accepts connections.
        private let verifier = Guarded<TokenVerifier?>(nil)
        private let renewal = Guarded<KeyRenewal?>(nil)

        /// A decision, and the end of the rights that it gives.
        struct Outcome: Sendable {
            let decision: SignInDecision
            /// In milliseconds since the Unix epoch; `nil` if the rights do not end.
            var expires: Double?
        }

        init(_ configuration: ServerConfiguration, _ log: ServerLog, clock: ServerClock) {
            isEmulator = configuration.isEmulator
            adminSecret = configuration.adminSecret
            self.clock = clock
            self.log = log
            sessionLimit = configuration.limits.signInsPerMinute
            failures = Guarded(FailedSignIns(limit: configuration.limits.failedSignIns))
        }

        /// Reads the keys for tokens, and renews those that issuers publish.
        ///
        /// - Throws: ``ServerError`` if a key cannot be read.
        func start(_ rules: TokenRules) async throws(ServerError) {
            let verifier = try await TokenVerifier(rules)
            setVerifier(verifier)
            guard rules.hasAddresses else { return }
            let renewal = KeyRenewal(rules, verifier, log: log) { [weak self] in self?.setVerifier($0) }
            renewal.start()
            self.renewal.exchange(renewal)?.stop()
        }

        /// Ends the renewal of the keys.
        func stop() { renewal.exchange(nil)?.stop() }

        private func setVerifier(_ verifier: TokenVerifier) { self.verifier.withLock { $0 = verifier } }

        /// The time in milliseconds since the Unix epoch.
        var now: Double { clock.now() }

        /// Calls a closure at a time, in milliseconds since the Unix epoch; the call to the returned closure prevents that.
        func schedule(at time: Double, _ action: @escaping @Sendable () -> Void) -> @Sendable () -> Void {
            clock.schedule(time - clock.now(), action)
        }

        /// Decides about a credential.
        ///
        /// A refusal is logged, and counted against the address unless the token has only expired, which is not a guess.
        ///
        /// `address`: The address of the client.
        func check(_ credential: String, from address: String) -> Outcome {
            let now = clock.now()
            if let delay = failures.withLock({ $0.delay(of: address, now: now) }) {
                return Outcome(
                    decision: .refused(
                        .tooManyRequests,
                        reason: "Too many sign-ins from \(address) have failed; try again in \(delay) seconds."))
            }
            let outcome = decide(credential, now: now)
            if case .refused(let status, let reason) = outcome.decision {
                if status != .expiredToken { failures.withLock { $0.add(address, now: now) } }
                log(.warning, "sign-in from \(address) refused: \(reason)")
            }
            return outcome
        }

        private func decide(_ credential: String, now: Double) -> Outcome {
            if let adminSecret, Self.areSame(credential, adminSecret) { return Outcome(decision: .accepted(.owner)) }
            if isEmulator { return Outcome(decision: Self.emulatedDecision(credential)) }
            guard let verifier = verifier.withLock(\.self) else {
                return Outcome(
                    decision: .refused(
                        .invalidToken,
                        reason: "The server has no sign-in, so the credential cannot be checked; send the request "
                            + "without one, or with the admin secret, or give the server a key for tokens."))
            }
            do throws(TokenVerifier.Problem) {
                let user = try verifier.user(of: credential, now: now)
                return Outcome(decision: .accepted(.client(user.auth)), expires: user.expires)
            } catch {
                if error.isOfUnknownKey { renewal.withLock(\.self)?.request(now: now) }
                return Outcome(decision: .refused(error.status, reason: error.reason))
            }
        }

        /// Decides as an emulator, which checks no signature.
        private static func emulatedDecision(_ credential: String) -> SignInDecision {
            if credential.hasSameBytes(as: owner) { return .accepted(.owner) }
            guard !credential.isEmpty else {
                return .refused(
                    .invalidToken, reason: "The credential is empty; an emulator takes a user identifier.")
            }
            let parts = credential.split(separator: ".", omittingEmptySubsequences: false)
            let claims = parts.count == 3 ? TokenText.json(parts[1]) : nil
            return .accepted(.client(claims.flatMap(TokenText.auth) ?? RuleAuth(uid: credential)))
        }

        /// Returns whether two texts are the same, in a time that depends only on the length of the first.
        private static func areSame(_ given: String, _ secret: String) -> Bool {
            let (given, secret) = (Array(given.utf8), Array(secret.utf8))
            var difference = UInt8(given.count == secret.count ? 0 : 1)
            for index in given.indices { difference |= given[index] ^ secret[index % secret.count] }
            return difference == 0
        }
    }
#endif
