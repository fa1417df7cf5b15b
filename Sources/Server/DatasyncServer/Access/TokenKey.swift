#if Server
    import Foundation

    /// A key that signs the tokens of users.
    ///
    /// A token (JSON web token, RFC 7519) is accepted if one of the server's keys has signed it. The token must name
    /// the key's own algorithm, so no key can be used with another algorithm.
    ///
    /// ```swift
    /// configuration.tokens = TokenRules(
    ///     keys: [.publicKey(pem: pem)], issuer: "https://accounts.example", audience: "contacts")
    /// ```
    public struct TokenKey: Sendable {
        enum Source: Sendable {
            case secret(String)
            case publicKey(pem: String)
            case keySet(json: String)
            case keySetAddress(String)
        }

        let source: Source

        /// A secret shared by the issuer and the server, for tokens with the algorithm HS256.
        ///
        /// - Parameter text: The secret, at least 32 bytes in UTF-8.
        /// - Returns: The key.
        public static func secret(_ text: String) -> TokenKey { TokenKey(source: .secret(text)) }

        /// An issuer's public key: RSA for tokens with the algorithm RS256, or the curve P-256 for ES256.
        ///
        /// - Parameter pem: The key in PEM form.
        /// - Returns: The key.
        public static func publicKey(pem: String) -> TokenKey { TokenKey(source: .publicKey(pem: pem)) }

        /// An issuer's public keys as a key set (JWKS, RFC 7517), each with its identifier and its algorithm.
        ///
        /// - Parameter json: The document.
        /// - Returns: The keys.
        public static func keySet(_ json: String) -> TokenKey { TokenKey(source: .keySet(json: json)) }

        /// The public keys that an issuer publishes as a key set (JWKS, RFC 7517).
        ///
        /// They are read when the server starts, again after ``TokenRules/keySetRenewal``, and when a token names an unknown
        /// key.
        ///
        /// - Parameter address: The address of the document: `https://…`, or `http://…` on this machine.
        /// - Returns: The keys.
        public static func keySet(at address: String) -> TokenKey { TokenKey(source: .keySetAddress(address)) }
    }

    extension TokenKey: CustomStringConvertible {
        /// The kind of the key; never the key.
        public var description: String {
            switch source {
            case .secret: "shared secret"
            case .publicKey: "public key"
            case .keySet: "key set"
            case .keySetAddress(let address): "key set at \(address)"
            }
        }
    }
#endif
