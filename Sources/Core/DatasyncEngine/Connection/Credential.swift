import DatasyncTree

/// A credential that is sent on the current and each later connection.
struct Credential: Sendable {
    let text: String
    /// The operation that waits for the response.
    var operation: OperationID
    /// Whether the back end has accepted a credential of this user.
    var isAccepted = false
    /// Whether the operation has its result: each connection sends the credential, but only the first response counts.
    var isSettled = false
}
