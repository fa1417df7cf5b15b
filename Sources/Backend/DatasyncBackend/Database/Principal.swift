/// The party whose rights a session or a write has.
package enum Principal: Sendable {
    /// The owner of the data, who is not subject to rules.
    case owner
    /// A client with its user; `nil` before the sign-in and after the sign-out.
    case client(RuleAuth?)

    /// A client without a user.
    package static let anyone = Principal.client(nil)

    /// The identifier of the user; `nil` without a user, and for the owner.
    package var uid: String? { if case .client(let user) = self { user?.uid } else { nil } }
}
