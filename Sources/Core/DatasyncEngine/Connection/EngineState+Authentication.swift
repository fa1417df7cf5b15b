import DatasyncTree
import DatasyncWire

/// The client's user: signing in and out, and revoked credentials.
extension EngineState {
    package var signInStatus: SignInStatus {
        guard let credential else { return .signedOut(signOutReason) }
        return credential.isAccepted ? .signedIn(credential: credential.text) : .signingIn(credential: credential.text)
    }

    /// Begins a sign-in whose tokens follow, and returns its number.
    package mutating func beginSignIn() -> Int {
        lastSignIn += 1
        return lastSignIn
    }

    private mutating func announceSignIn() { effects.append(.signInChanged(signInStatus)) }

    /// Authenticates on the current and every later connection, or signs out.
    ///
    /// The user can't change while transactions are pending or the user's writes are unsent on this connection.
    ///
    /// - Parameters:
    ///   - text: The credential; `nil` signs out.
    ///   - signIn: The number of the sign-in that the token belongs to, which fails if it is not the last one; `nil` for a
    ///     sign-in of its own, or a sign-out.
    ///   - discardsPendingWrites: Whether the current user's pending writes are discarded instead.
    ///   - handlers: The closures of the operation.
    /// - Returns: The operation.
    package mutating func authenticate(
        _ text: String?, of signIn: Int? = nil, discardsPendingWrites: Bool = false,
        handlers: OperationHandlers? = nil
    ) -> OperationID {
        let operation = makeOperation(handlers)
        if let signIn, signIn != lastSignIn {
            settle(operation, .failure(superseded))
            return operation
        }
        if discardsPendingWrites {
            changeUser(to: text, discarding: user)
        } else if let refusal = refusalOfUserChange(to: text) {
            settle(operation, .failure(refusal))
            return operation
        }
        if signIn == nil { lastSignIn += 1 }
        // A credential that was not sent is superseded; one that was sent gets its own response.
        if let credential, !credential.isSettled, !isReady { settle(credential.operation, .failure(superseded)) }
        let last = credential
        credential = text.map { text in
            let isRenewal = last?.isAccepted == true && last.map { Self.haveSameUser($0.text, text) } == true
            return Credential(text: text, operation: operation, isAccepted: isRenewal)
        }
        signOutReason = nil
        if isReady {
            authenticate(as: text, operation: operation)
        } else if text == nil {
            settle(operation, .success(.done))
        }
        announceSignIn()
        followCredential()
        return operation
    }

    /// Sends a credential, or a sign-out.
    mutating func authenticate(as text: String?, operation: OperationID) {
        let next = text.map { UserIdentity(credential: $0) }
        session.authentications.append(next)
        if next != session.user { session.isFollowed = false }
        let action = text.map { Request.Action.authenticate(credential: $0) } ?? .unauthenticate
        send(action, for: .authentication(operation, credential: text))
    }

    private static func haveSameUser(_ first: String, _ second: String) -> Bool {
        UserIdentity(credential: first) == UserIdentity(credential: second)
    }

    var superseded: DatasyncError {
        DatasyncError(
            .cancelled, at: nil,
            "The authentication was superseded by a later one before the back end acknowledged it; use the later one.")
    }

    /// Handles the response to a sign-in, or to a sign-out if the text is `nil`.
    mutating func handleResponse(authentication operation: OperationID, _ text: String?, _ response: Response) {
        let sent = session.authentications.isEmpty ? nil : session.authentications.removeFirst()
        defer { followSession() }
        let isPresent = credential?.operation == operation
        let isSettled = isPresent && credential?.isSettled == true
        guard response.status == .ok else {
            let error = DatasyncError(response.status, reason: response.reason, doing: "authenticate at", at: .root)
            if isPresent { refused(error) }
            if !isSettled { settle(operation, .failure(error)) }
            return
        }
        session.user = sent
        session.credential = text.map {
            Credential(text: $0, operation: operation.withoutHandlers, isAccepted: true, isSettled: true)
        }
        if isPresent {
            credential = session.credential
            announceSignIn()
        }
        if !isSettled { settle(operation, .success(.done)) }
    }

    /// Handles the refusal of the current credential: the session keeps its user.
    private mutating func refused(_ error: DatasyncError) {
        guard let accepted = session.credential else { return forgetCredential(because: error) }
        credential = accepted
        announceSignIn()
        followCredential()
    }

    /// Handles the revocation of the session's credential.
    ///
    /// A credential without a response is newer than the revoked one: its own response decides.
    mutating func authenticationRevoked(_ status: Status, _ reason: String?) {
        let isPresent = credential?.operation == session.credential?.operation
        session.credential = nil
        session.user = nil
        session.isFollowed = false
        guard isPresent, credential != nil else { return }
        forgetCredential(
            because: DatasyncError(status, reason: reason, doing: "keep the authentication at", at: .root))
    }

    /// Forgets a credential that the back end refused or revoked.
    private mutating func forgetCredential(because error: DatasyncError) {
        credential = nil
        signOutReason = error
        announceSignIn()
        followCredential()
    }
}
