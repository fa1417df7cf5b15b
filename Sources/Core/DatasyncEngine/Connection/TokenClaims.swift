import DatasyncTree

/// The claims of a JSON Web Token that concern the client, read without checking the signature.
package struct TokenClaims: Sendable {
    /// The issuer of the token (`iss`).
    package let issuer: String?
    /// The user (`sub`, `user_id`, `uid` or `d.uid`).
    package let subject: String?
    /// The end of the token's validity (`exp`), in milliseconds since the Unix epoch.
    package let expires: Double?

    /// Reads a token; `nil` if the text is not one.
    package init?(_ token: String) {
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let payload = Base64.decodeURL(parts[1]),
            let text = String(validating: payload, as: UTF8.self), let claims = try? JSONParser.parse(text)
        else { return nil }
        issuer = claims["iss"]?.string
        subject = (claims["sub"] ?? claims["user_id"] ?? claims["uid"] ?? claims["d"]?["uid"])?.string
        expires = claims["exp"]?.number.map { $0 * 1000 }
    }
}
