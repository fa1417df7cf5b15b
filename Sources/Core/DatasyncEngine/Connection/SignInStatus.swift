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
