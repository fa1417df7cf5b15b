#if Server
    import DatasyncTree
    import Foundation
    import NIOHTTP1

    /// The way in which a server checks credentials.
    ///
    /// An emulator accepts any name as a user, and reads the user from a token without checking its signature. Any other
    /// server has no sign-in yet: only the admin secret gives rights, those of the owner.
    struct SignIn: Sendable {
        /// The token that has the rights of the owner in an emulator.
        private static let owner = "owner"
        private let isEmulator: Bool
        private let adminSecret: String?

        init(isEmulator: Bool, adminSecret: String?) {
            self.isEmulator = isEmulator
            self.adminSecret = adminSecret
        }

        /// Returns the rights of a request with a token, or without one.
        ///
        /// - Throws: ``RequestFailure`` with status 401 if the token is not valid.
        func authority(of token: String?) throws(RequestFailure) -> Authority {
            guard let token else { return .anyone }
            if isEmulator, token.hasSameBytes(as: Self.owner) { return .owner }
            if let adminSecret, Self.areSame(token, adminSecret) { return .owner }
            return .user(try user(of: token))
        }

        /// Returns the identifier of the user of a credential.
        ///
        /// - Throws: ``RequestFailure`` with status 401 if the credential is not valid.
        func user(of credential: String) throws(RequestFailure) -> String {
            guard isEmulator else {
                throw RequestFailure(
                    .unauthorized,
                    "The server has no sign-in, so the credential cannot be checked; send the request without one, or with "
                        + "the admin secret.")
            }
            guard !credential.isEmpty else {
                throw RequestFailure(.unauthorized, "The credential is empty; an emulator takes a user identifier.")
            }
            return Self.userOfToken(credential) ?? credential
        }

        /// Returns the user that a JSON web token names; `nil` if the text is not such a token.
        private static func userOfToken(_ text: String) -> String? {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            var payload = String(parts[1].map { $0 == "-" ? "+" : $0 == "_" ? "/" : $0 })
            payload += String(repeating: "=", count: (4 - payload.count % 4) % 4)
            guard let data = Data(base64Encoded: payload), let json = try? JSONParser.parse(Array(data)) else {
                return nil
            }
            return ["user_id", "sub", "uid"].lazy.compactMap { json[$0]?.string }.first { !$0.isEmpty }
        }

        /// Returns whether two texts are the same, in a time that depends only on the length of the first.
        private static func areSame(_ given: String, _ secret: String) -> Bool {
            let (given, secret) = (Array(given.utf8), Array(secret.utf8))
            var difference = UInt8(given.count == secret.count ? 0 : 1)
            for index in given.indices { difference |= given[index] ^ secret[index % secret.count] }
            return difference == 0
        }
    }

    /// The rights of a request.
    enum Authority: Sendable, Equatable {
        case anyone
        case user(String)
        /// No rule applies.
        case owner
    }
#endif
