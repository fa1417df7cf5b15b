package import DatasyncWire

/// The decision about a credential.
package enum SignInDecision: Sendable {
    case accepted(Principal)
    case refused(Status, reason: String)

    /// Accepts a credential as the identifier of the user.
    package init(identifier: String) {
        self =
            identifier.isEmpty
            ? .refused(
                .invalidToken, reason: "The credential is empty; the embedded back end takes a user identifier.")
            : .accepted(.client(RuleAuth(uid: identifier)))
    }

    /// The refusal of a client that asks for another user's rights without being the owner.
    package static let refusedOverride = SignInDecision.refused(
        .permissionDenied, reason: "Only the owner may have the rights of another user; sign in with the admin secret.")
}

/// Decides about a credential: at once, or later by calling the closure, in which case it returns `nil`.
///
/// Called for each sign-in, on any thread, in the order of the session's requests.
package typealias SignInCheck =
    @Sendable (_ credential: String, _ later: @escaping @Sendable (SignInDecision) -> Void) -> SignInDecision?
