#if Server
    import DatasyncBackend
    import DatasyncTree
    import DatasyncWire
    import Foundation
    import JWTKit

    /// Checks the tokens of users: the signature, the times, the issuer and the audience.
    struct TokenVerifier: Sendable {
        struct Key: Sendable {
            let identifier: String?
            let algorithm: any JWTAlgorithm
        }

        /// A user, and the time at which the rights end.
        struct User: Sendable {
            let auth: RuleAuth
            /// The time in milliseconds since the Unix epoch.
            let expires: Double
        }

        /// The reason why a token is not accepted.
        struct Problem: Error {
            let status: Status
            let reason: String
            /// Whether the token names a key that the server does not have.
            let isOfUnknownKey: Bool

            init(_ reason: String, _ status: Status = .invalidToken, isOfUnknownKey: Bool = false) {
                self.status = status
                self.reason = reason
                self.isOfUnknownKey = isOfUnknownKey
            }
        }

        /// The allowed difference between the clocks of an issuer and of the server, in milliseconds.
        private static let leeway = 60_000.0

        /// The keys of each entry of the rules.
        private var keys: [[Key]]
        private let issuer: String?
        private let audience: String?
        /// Receives messages about keys that are left out.
        private let note: @Sendable (String) -> Void

        /// Reads the keys.
        ///
        /// - Parameters:
        ///   - rules: The rules for tokens.
        ///   - note: Receives messages about keys that are left out.
        /// - Throws: ``ServerError`` with the number of the key and the remedy.
        init(_ rules: TokenRules, note: @escaping @Sendable (String) -> Void = { _ in }) async throws(ServerError) {
            self.note = note
            issuer = rules.issuer
            audience = rules.audience
            guard !rules.keys.isEmpty else { throw ServerError("There is no key for tokens; give at least one.") }
            var keys: [[Key]] = []
            for index in rules.keys.indices { keys.append(try await Self.keys(rules, index, note)) }
            self.keys = keys
        }

        /// Returns a verifier with the keys that issuers publish now.
        ///
        /// If an issuer's new keys cannot be read, its current keys remain.
        ///
        /// - Parameters:
        ///   - rules: The rules for tokens.
        ///   - failed: Called with the error of each issuer whose keys cannot be read.
        /// - Returns: The verifier.
        func renewed(_ rules: TokenRules, failed: @Sendable (ServerError) -> Void) async -> TokenVerifier {
            var verifier = self
            for (index, key) in rules.keys.enumerated() {
                guard case .keySetAddress = key.source else { continue }
                do throws(ServerError) {
                    verifier.keys[index] = try await Self.keys(rules, index, note)
                } catch {
                    failed(error)
                }
            }
            return verifier
        }

        private static func keys(
            _ rules: TokenRules, _ index: Int, _ note: @Sendable (String) -> Void
        ) async throws(ServerError) -> [Key] {
            let key = rules.keys[index]
            do {
                return try await keys(key.source) { note("token key \(index + 1), a \(key): \($0)") }
            } catch {
                let reason = (error as? ServerError)?.message ?? "\(error)"
                throw ServerError("The token key \(index + 1), a \(key), cannot be used. \(reason)")
            }
        }

        private static func keys(_ source: TokenKey.Source, _ note: (String) -> Void) async throws -> [Key] {
            let collection = JWTKeyCollection()
            switch source {
            case .secret(let text):
                guard text.utf8.count >= 32 else {
                    throw ServerError("It has \(text.utf8.count) bytes; use at least 32, so that it cannot be guessed.")
                }
                await collection.add(hmac: HMACKey(from: text), digestAlgorithm: .sha256)
            case .publicKey(let pem):
                if let key = try? Insecure.RSA.PublicKey(pem: pem) {
                    await collection.add(rsa: key, digestAlgorithm: .sha256)
                } else if let key = try? ES256PublicKey(pem: pem) {
                    await collection.add(ecdsa: key)
                } else {
                    throw ServerError(
                        "It is neither an RSA key of at least 2048 bits nor a key of the curve P-256 in PEM form.")
                }
            case .keySet(let json): return try await KeySet.keys(json, note)
            case .keySetAddress(let address):
                return try await KeySet.keys(try await KeySetDownload.text(at: address), note)
            }
            return [Key(identifier: nil, algorithm: try await collection.getKey())]
        }

        /// Returns the user of a token.
        ///
        /// - Parameters:
        ///   - token: The token.
        ///   - now: The time in milliseconds since the Unix epoch.
        /// - Returns: The user, and the time at which the rights end.
        /// - Throws: ``Problem`` if the token is not accepted.
        func user(of token: String, now: Double) throws(Problem) -> User {
            let parts = token.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3, let header = TokenText.json(parts[0]), let claims = TokenText.json(parts[1]),
                let signature = Base64.decodeURL(parts[2])
            else {
                throw Problem("The credential is not a token: three parts in base64url, separated by points.")
            }
            try checkSignature(signature, of: Data("\(parts[0]).\(parts[1])".utf8), header)
            return User(auth: try auth(claims), expires: try expiry(claims, now: now))
        }

        private func checkSignature(_ signature: [UInt8], of signed: Data, _ header: JSON) throws(Problem) {
            guard header["crit"] == nil else {
                throw Problem("The token has critical header fields (crit), which this server does not know.")
            }
            let name = header["alg"]?.string ?? ""
            let identifier = header["kid"]?.string
            let candidates = keys.joined().filter { key in
                key.algorithm.name.hasSameBytes(as: name)
                    && (key.identifier == nil || identifier == nil || key.identifier == identifier)
            }
            guard !candidates.isEmpty else {
                let kid = identifier.map { " and the identifier \($0.quoted(atMost: 40))" } ?? ""
                throw Problem(
                    "The server has no key with the algorithm \(name.quoted(atMost: 20))\(kid) of the token.",
                    isOfUnknownKey: true)
            }
            let isSigned = candidates.contains { key in
                (try? key.algorithm.verify(signature, signs: signed)) == true
            }
            guard isSigned else { throw Problem("The signature of the token is not valid.") }
        }

        private func expiry(_ claims: JSON, now: Double) throws(Problem) -> Double {
            guard let seconds = claims["exp"]?.number else {
                throw Problem("The token has no time of expiry (exp), in seconds since the Unix epoch.")
            }
            guard seconds * 1000 > now else {
                throw Problem("The token has expired; sign in with a new one.", .expiredToken)
            }
            if let begin = claims["nbf"], begin.number.map({ $0 * 1000 > now + Self.leeway }) ?? true {
                throw Problem("The token is not valid yet (nbf).")
            }
            return seconds * 1000
        }

        private func auth(_ claims: JSON) throws(Problem) -> RuleAuth {
            if let issuer, claims["iss"]?.string?.hasSameBytes(as: issuer) != true {
                throw Problem("The issuer (iss) of the token is not the one that this server accepts.")
            }
            if let audience {
                let named = claims["aud"].map { $0.array ?? [$0] } ?? []
                guard named.contains(where: { $0.string?.hasSameBytes(as: audience) == true }) else {
                    throw Problem("The token is for another audience (aud).")
                }
            }
            guard let auth = TokenText.auth(claims) else {
                throw Problem("The token names no user: it has none of the claims user_id, sub and uid.")
            }
            return auth
        }
    }

    /// The text form of tokens.
    enum TokenText {
        /// Returns the object in a part of a token; `nil` if it is not valid.
        static func json(_ part: Substring) -> JSON? {
            guard let bytes = Base64.decodeURL(part), let json = try? JSONParser.parse(bytes), json.isObject
            else {
                return nil
            }
            return json
        }

        /// Returns the user that the claims name; `nil` if they name nobody.
        static func auth(_ claims: JSON) -> RuleAuth? {
            let uid = ["user_id", "sub", "uid"].lazy.compactMap { claims[$0]?.string }.first { !$0.isEmpty }
            let provider = claims["provider"]?.string ?? claims["firebase"]?["sign_in_provider"]?.string
            return uid.map { RuleAuth(uid: $0, provider: provider, token: claims) }
        }
    }
#endif
