package import DatasyncWire

/// The decision about a credential.
package enum SignInDecision: Sendable {
    case accepted(Principal)
    case refused(Status, reason: String)

    /// The decision of a back end that takes the credential as the identifier of the user.
    package init(identifier: String) {
        self =
            identifier.isEmpty
            ? .refused(
                .invalidToken, reason: "The credential is empty; the embedded back end takes a user identifier.")
            : .accepted(.client(RuleAuth(uid: identifier)))
    }

    /// The decision about a credential that is not that of the owner, if the client asks for the rights of another user.
    package static let refusedOverride = SignInDecision.refused(
        .permissionDenied, reason: "Only the owner may have the rights of another user; sign in with the admin secret.")
}

/// Decides about a credential: at once, or later through the closure that it gets; it then returns `nil`.
///
/// Called for each sign-in, on any thread, in the order of the session's requests.
package typealias SignInCheck =
    @Sendable (_ credential: String, _ later: @escaping @Sendable (SignInDecision) -> Void) -> SignInDecision?
