#if Server
    import DatasyncBackend
    import DatasyncConcurrency
    import DatasyncTree
    import DatasyncWire
    import Logging

    /// The credential check of a server.
    ///
    /// | credential | accepted by |
    /// | --- | --- |
    /// | the admin secret | a server that has one; the rights of the owner |
    /// | a token of a known issuer | a server with rules for tokens |
    /// | `owner` | an emulator; the rights of the owner |
    /// | any name, or any token without a check | an emulator |
    ///
    /// An address with too many failures must wait, with an emulator too. A correctly signed token and a long admin
    /// secret are still accepted, so that one client's failures do not lock out others behind the same address.
    final class SignIn: Sendable {
        /// The token that has the rights of the owner in an emulator.
        private static let owner = "owner"
        private let isEmulator: Bool
        private let adminSecret: String?
        private let clock: ClockWatch
        /// The maximum number of sign-ins of a session in a minute.
        let sessionLimit: Int
        let log: ServerLog
        private let failures: Guarded<FailedSignIns>
        /// Set before the server accepts connections.
        private let verifier = Guarded<TokenVerifier?>(nil)
        private let renewal = Guarded<KeyRenewal?>(nil)

        /// A decision, and the time at which the granted rights end.
        struct Outcome: Sendable {
            let decision: SignInDecision
            /// The time in milliseconds since the Unix epoch; `nil` if the rights do not end.
            var expires: Double?
        }

        init(_ configuration: ServerConfiguration, _ log: ServerLog, clock: ServerClock) {
            isEmulator = configuration.isEmulator
            adminSecret = configuration.adminSecret
            self.clock = ClockWatch(clock, log)
            self.log = log
            sessionLimit = configuration.limits.signInsPerMinute
            failures = Guarded(FailedSignIns(limit: configuration.limits.failedSignIns))
        }

        /// Reads the keys for tokens, and starts renewing the keys that issuers publish.
        ///
        /// - Throws: ``ServerError`` if a key cannot be read.
        func start(_ rules: TokenRules) async throws(ServerError) {
            let verifier = try await TokenVerifier(rules) { [log] in log(.warning, $0) }
            setVerifier(verifier)
            guard rules.hasAddresses else { return }
            let renewal = KeyRenewal(rules, verifier, log: log) { [weak self] in self?.setVerifier($0) }
            renewal.start()
            self.renewal.exchange(renewal)?.stop()
        }

        /// Ends the renewal of the keys.
        func stop() { renewal.exchange(nil)?.stop() }

        private func setVerifier(_ verifier: TokenVerifier) { self.verifier.withLock { $0 = verifier } }

        /// The time, and calls at later times.
        var time: ClockWatch { clock }

        /// The number of bytes from which an admin secret cannot be guessed, however many attempts a client has.
        private static let longSecret = 32

        private var hasLongSecret: Bool { adminSecret.map { $0.utf8.count >= Self.longSecret } ?? false }

        /// Logs a warning if the admin secret is so short that an address's failed sign-ins block it.
        func warn() {
            guard let adminSecret, !hasLongSecret else { return }
            log(
                .warning,
                "the admin secret has \(adminSecret.utf8.count) bytes; use at least \(Self.longSecret), so that failed "
                    + "sign-ins of others at the owner's address do not block it")
        }

        /// Decides about a credential.
        ///
        /// A refusal is logged and counted against the address. An expired token is not counted, as it is no guess; a refusal
        /// because the address must wait is neither.
        ///
        /// - Parameters:
        ///   - credential: The credential.
        ///   - address: The address of the client.
        /// - Returns: The decision, and the time at which the granted rights end.
        func check(_ credential: String, from address: String) -> Outcome {
            let now = clock.now()
            let group = IPAddress.group(of: address)
            if let delay = failures.withLock({ $0.delay(of: group, now: now) }) {
                return checkProven(credential, group, now: now)
                    ?? Outcome(
                        decision: .refused(
                            .tooManyRequests,
                            reason: "Too many sign-ins from \(address) have failed; try again in \(delay) seconds."))
            }
            let outcome = decide(credential, now: now)
            if case .refused(let status, let reason) = outcome.decision {
                if status != .expiredToken { failures.withLock { $0.add(group, now: now) } }
                log(.warning, "sign-in from \(address) refused: \(reason)")
            }
            return outcome
        }

        /// Decides about a credential of an address that must wait; `nil` if the credential may be a guess.
        ///
        /// The number of checks is limited, since each costs as much as some signatures.
        private func checkProven(_ credential: String, _ group: String, now: Double) -> Outcome? {
            guard failures.withLock({ $0.beginCheck(group, now: now) }) else { return nil }
            guard let outcome = decideProven(credential, now: now) else { return nil }
            failures.withLock { $0.endCheck(group) }
            return outcome
        }

        private func decideProven(_ credential: String, now: Double) -> Outcome? {
            if hasLongSecret, let adminSecret, Self.areSame(credential, adminSecret) {
                return Outcome(decision: .accepted(.owner))
            }
            guard !isEmulator, let verifier = verifier.withLock(\.self) else { return nil }
            do throws(TokenVerifier.Problem) {
                let user = try verifier.user(of: credential, now: now)
                return Outcome(decision: .accepted(.client(user.auth)), expires: user.expires)
            } catch {
                if error.isOfUnknownKey { renewal.withLock(\.self)?.request(now: now) }
                return error.status == .expiredToken
                    ? Outcome(decision: .refused(error.status, reason: error.reason)) : nil
            }
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

        /// Decides as an emulator, which does not check signatures.
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

        /// Returns whether two texts are equal; the time depends only on the length of the first one.
        private static func areSame(_ given: String, _ secret: String) -> Bool {
            let (given, secret) = (Array(given.utf8), Array(secret.utf8))
            var difference = UInt8(given.count == secret.count ? 0 : 1)
            for index in given.indices { difference |= given[index] ^ secret[index % secret.count] }
            return difference == 0
        }
    }
#endif
