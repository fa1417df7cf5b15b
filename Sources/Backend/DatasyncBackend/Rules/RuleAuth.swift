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
}
