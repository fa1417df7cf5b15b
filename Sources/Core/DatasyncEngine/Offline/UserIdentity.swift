import DatasyncTree

/// The identity of a credential's user, by which the client separates pending writes and cached data.
///
/// It is 128 bits of a hash of issuer and subject.
package struct UserIdentity: Hashable, Sendable {
    package var digest: UInt128 { UInt128(high) << 64 | UInt128(low) }
    /// Two words, because a number of 128 bits would align every write to 16 bytes.
    private let high: UInt64
    private let low: UInt64
    /// Whether the identity comes from the store of an earlier version: 64 bits for the subject.
    package let isOfEarlierVersion: Bool

    package init(digest: UInt128) {
        high = UInt64(truncatingIfNeeded: digest >> 64)
        low = UInt64(truncatingIfNeeded: digest)
        isOfEarlierVersion = false
    }

    package init(earlierDigest: UInt64) {
        high = 0
        low = earlierDigest
        isOfEarlierVersion = true
    }

    /// Creates the identity of a credential's user.
    ///
    /// All tokens of a user give the same identity: the issuer (`iss`) and subject (`sub`, `user_id`, `uid` or `d.uid`) of a
    /// JSON Web Token. Any other credential is a subject without an issuer.
    package init(credential: String) {
        let claims = TokenClaims(credential)
        let issuer = claims?.issuer ?? ""
        // The length of the issuer separates it from the subject.
        let text = "\(issuer.utf8.count) \(issuer)\(claims?.subject ?? credential)"
        self.init(digest: SHA1.digest(of: Array(text.utf8)).prefix(16).reduce(0) { $0 << 8 | UInt128($1) })
    }

    /// Returns the identity that an earlier version gave to the user of a credential.
    package static func ofEarlierVersion(credential: String) -> UserIdentity {
        let subject = TokenClaims(credential)?.subject ?? credential
        return UserIdentity(
            earlierDigest: SHA1.digest(of: Array(subject.utf8)).prefix(8).reduce(0) { $0 << 8 | UInt64($1) })
    }
}
