#if Server
    import Foundation

    /// The tokens that a server accepts as credentials of users.
    public struct TokenRules: Sendable {
        /// The keys of the issuers.
        public var keys: [TokenKey]
        /// The required claim `iss` of a token; `nil` for any.
        public var issuer: String?
        /// The value that the claim `aud` of a token must be or contain; `nil` for any.
        public var audience: String?
        /// The time after which key sets are read again from the issuers' addresses.
        public var keySetRenewal = Duration.seconds(600)

        /// Creates the rules for tokens.
        ///
        /// - Parameters:
        ///   - keys: The keys of the issuers.
        ///   - issuer: The required claim `iss` of a token; `nil` for any.
        ///   - audience: The value that the claim `aud` of a token must be or contain; `nil` for any.
        public init(keys: [TokenKey], issuer: String? = nil, audience: String? = nil) {
            self.keys = keys
            self.issuer = issuer
            self.audience = audience
        }
    }

    extension TokenRules {
        /// Whether an issuer publishes keys at an address.
        var hasAddresses: Bool {
            keys.contains { if case .keySetAddress = $0.source { true } else { false } }
        }
    }

    extension TokenRules: CustomStringConvertible {
        /// The number of keys, the issuer and the audience.
        public var description: String {
            "\(keys.count) keys" + (issuer.map { ", issuer \($0)" } ?? "") + (audience.map { ", audience \($0)" } ?? "")
        }
    }
#endif
