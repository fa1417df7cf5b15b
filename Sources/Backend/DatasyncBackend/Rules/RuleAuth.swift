package import DatasyncTree

/// The authenticated user, as the variable `auth` shows it to rules.
package struct RuleAuth: Sendable {
    package let uid: String
    /// The method of authentication, if it is known.
    package let provider: String?
    /// The claims of the credential: an object, or null.
    package let token: JSON

    package init(uid: String, provider: String? = nil, token: JSON = .null) {
        self.uid = uid
        self.provider = provider
        // A session stores the claims, and rules read them often.
        self.token = token.detached
    }

    /// The object that ``init(_:)`` reads.
    package var json: JSON { ["uid": .string(uid), "provider": provider.map(JSON.string) ?? .null, "token": token] }

    /// Reads an object with the member `uid`, and optionally `provider` and `token`; `nil` for any other value.
    package init?(_ json: JSON) {
        guard let uid = json["uid"]?.string, !uid.isEmpty else { return nil }
        self.init(uid: uid, provider: json["provider"]?.string, token: json["token"] ?? .null)
    }
}
