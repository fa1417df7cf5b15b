#if Server
    import DatasyncTree
    import Foundation
    import JWTKit

    /// The reader of a JSON web key set (RFC 7517).
    enum KeySet {
        /// Returns the keys of a set that can sign tokens.
        ///
        /// Unknown or unreadable keys are left out, because an issuer may publish keys of later algorithms besides the
        /// current ones. If several keys have the same identifier, all of them count.
        ///
        /// - Parameters:
        ///   - json: The key set.
        ///   - note: Receives a message about each key that is left out, except keys for another purpose.
        /// - Returns: The keys.
        /// - Throws: ``ServerError`` with the reasons if no key remains.
        static func keys(_ json: String, _ note: (String) -> Void) async throws -> [TokenVerifier.Key] {
            let entries = (try JSONParser.parse(json))["keys"]?.array ?? []
            var keys: [TokenVerifier.Key] = []
            var reasons: [String] = []
            for (index, entry) in entries.enumerated() where isForSigning(entry) {
                do {
                    keys.append(try await key(entry))
                } catch {
                    let reason = (error as? ServerError)?.message ?? "It cannot be read: \(error)."
                    reasons.append("Key \(index + 1) of the set is left out. \(reason)")
                }
            }
            guard !keys.isEmpty else {
                let details = reasons.prefix(3).map { " " + $0 }.joined()
                throw ServerError(
                    "It has no key with the algorithm RS256 or ES256; its form is {\"keys\": […]}.\(details)")
            }
            for reason in reasons { note(reason) }
            return keys
        }

        /// Returns whether a key may sign tokens, and is not for another purpose only, such as encryption.
        private static func isForSigning(_ entry: JSON) -> Bool {
            let operations = entry["key_ops"]?.array?.compactMap(\.string)
            return entry["use"]?.string ?? "sig" == "sig" && operations?.contains("verify") ?? true
        }

        private static func key(_ entry: JSON) async throws -> TokenVerifier.Key {
            let type = entry["kty"]?.string ?? ""
            let algorithm: JWK.Algorithm
            switch type {
            case "RSA": algorithm = .rs256
            case "EC": algorithm = .es256
            default: throw ServerError("Its type (kty) is \(type.quoted(atMost: 20)), not RSA or EC.")
            }
            let name = entry["alg"].map { $0.string ?? $0.text } ?? algorithm.rawValue
            guard name == algorithm.rawValue else {
                throw ServerError("Its algorithm (alg) is \(name.quoted(atMost: 20)), not \(algorithm.rawValue).")
            }
            let curve = entry["crv"]?.string ?? ""
            guard type == "RSA" || curve == "P-256" else {
                throw ServerError("Its curve (crv) is \(curve.quoted(atMost: 20)), not P-256.")
            }
            guard let identifier = entry["kid"]?.string else { throw ServerError("It has no identifier (kid).") }
            // A separate collection, because another key may have the same identifier.
            let collection = JWTKeyCollection()
            let key = try JSONDecoder().decode(JWK.self, from: Data(entry.text.utf8))
            try await collection.add(jwk: key)
            let verifier = try await collection.getKey(for: key.keyIdentifier, alg: algorithm.rawValue)
            return TokenVerifier.Key(identifier: identifier, algorithm: verifier)
        }
    }
#endif
