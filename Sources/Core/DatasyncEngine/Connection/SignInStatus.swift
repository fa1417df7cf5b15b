package import DatasyncTree

/// Whether the client has a user.
///
/// ```
///                 authenticate            accepted
///  signedOut ───────────────▶ signingIn ───────────▶ signedIn
///   ▲  ▲                          │ refused             │
///   │  └──────────────────────────┘                     │
///   └───────────────────────────────────────────────────┘ sign-out, revoked, refused on a later connection
/// ```
package enum SignInStatus: Sendable, Equatable {
    /// No user; the error is the reason if the back end refused or revoked the last credential.
    case signedOut(DatasyncError?)
    /// The back end has not yet accepted a credential of this user.
    case signingIn(credential: String)
    /// The back end has accepted a credential of this user; it is sent again on each connection.
    case signedIn(credential: String)
}

/// A credential that is sent on the present and each later connection.
struct Credential: Sendable {
    let text: String
    /// The operation that waits for the response.
    var operation: OperationID
    /// Whether the back end has accepted a credential of this user.
    var isAccepted = false
    /// Whether the operation has its result: each connection sends the credential, and the response to the first counts.
    var isSettled = false
}
