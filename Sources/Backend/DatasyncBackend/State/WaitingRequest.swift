import DatasyncTree
import DatasyncWire

/// A waiting request with the decision about its credential.
struct WaitingRequest: Sendable {
    let request: Request
    /// The decision about the credential of a sign-in, made when the request arrived.
    let signIn: SignInDecision?
}
