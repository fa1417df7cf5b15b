import DatasyncConcurrency
import DatasyncEngine
public import Dispatch

/// The user of an application.
///
/// The client sends the token now and after each reconnect; with a token provider it also renews the token. Pending writes and
/// cached data belong to their user: before you sign out, wait for the writes with
/// ``WebcomApplication/waitForPendingWrites()``.
///
/// ```swift
/// try await application.authentication.signIn { try await session.token() }
/// for await state in application.authentication.states { print(state) }
/// ```
public struct Authentication: Sendable {
    package let client: Client

    package init(client: Client) { self.client = client }

    /// Signs in, and waits until the back end accepts the token.
    ///
    /// - Parameter token: The token; for the embedded back end, a user's identifier.
    /// - Throws: ``WebcomError`` `invalidToken` or `expiredToken` if the back end does not accept it; `unavailable` if
    ///   writes of another user are pending and not sent, or their transactions are pending; `cancelled` if a later call
    ///   supersedes this one.
    public func signIn(token: String) async throws(WebcomError) { try await authenticate(token, discards: false) }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - token: The token; for the embedded back end, a user's identifier.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil` when the back end has accepted the token, otherwise with the error.
    public func signIn(
        token: String, queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        authenticate(token, discards: false, queue, completion)
    }

    /// Signs in, and calls the completion on the main queue.
    ///
    /// - Parameters:
    ///   - token: The token; for the embedded back end, a user's identifier.
    ///   - completion: Called with `nil` when the back end has accepted the token, otherwise with the error.
    public func signIn(token: String, _ completion: @escaping @MainActor (WebcomError?) -> Void) {
        signIn(token: token, queue: client.mainQueue(), onMain(completion))
    }

    /// Signs in with a provider of tokens, and waits until the back end accepts the first token.
    ///
    /// The client calls the provider again before a token expires, and when the back end revokes a token, or refuses one as
    /// expired that is so by the device's clock too. If the provider fails then, the client tries again after growing delays
    /// and reports the error to the diagnostics. A later sign-in or sign-out drops the provider, unless that call is refused
    /// at once.
    ///
    /// - Parameter tokenProvider: Returns a valid token (JSON Web Token), which expires at its claim `exp`.
    /// - Throws: The provider's error as a ``WebcomError``; otherwise as for ``signIn(token:)``.
    public func signIn(tokenProvider: @escaping @Sendable () async throws -> String) async throws(WebcomError) {
        let error = await withCheckedContinuation { continuation in
            client.useTokens(of: tokenProvider) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }

    /// Signs in with a provider of tokens; see ``signIn(tokenProvider:)``.
    ///
    /// - Parameters:
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - tokenProvider: Returns a valid token (JSON Web Token).
    ///   - completion: Called with `nil` when the back end has accepted the first token, otherwise with the error.
    public func signIn(
        queue: DispatchQueue?, tokenProvider: @escaping @Sendable () async throws -> String,
        _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        let deliveryQueue = client.deliveryQueue(queue)
        client.useTokens(of: tokenProvider) { error in deliveryQueue.post { completion(error) } }
    }

    /// Signs out, and waits for the back end.
    ///
    /// Without a connection it succeeds at once.
    ///
    /// - Parameter discardingPendingWrites: Whether to revert the user's pending writes and transactions.
    /// - Throws: ``WebcomError`` `unavailable` if the user has pending writes that are neither discarded nor sent on the
    ///   current connection, or pending transactions that are not discarded.
    public func signOut(discardingPendingWrites: Bool = false) async throws(WebcomError) {
        try await authenticate(nil, discards: discardingPendingWrites)
    }

    /// Signs out.
    ///
    /// - Parameters:
    ///   - discardingPendingWrites: Whether to revert the user's pending writes and transactions.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil` when the user is signed out, otherwise with the error.
    public func signOut(
        discardingPendingWrites: Bool = false, queue: DispatchQueue?,
        _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        authenticate(nil, discards: discardingPendingWrites, queue, completion)
    }

    private func authenticate(
        _ token: String?, discards: Bool, _ queue: DispatchQueue?,
        _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        let deliveryQueue = client.deliveryQueue(queue)
        client.authenticate(token, discards) { error in deliveryQueue.post { completion(error) } }
    }

    private func authenticate(_ token: String?, discards: Bool) async throws(WebcomError) {
        let error = await withCheckedContinuation { continuation in
            client.authenticate(token, discards) { continuation.resume(returning: $0) }
        }
        if let error { throw error }
    }
}

extension Client {
    fileprivate func authenticate(
        _ token: String?, _ discards: Bool, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        perform { [weak self] engine in
            guard let self, let engine = try? engine.get() else { return completion(engine.failure ?? .released) }
            let signIn = engine.authenticate(token, discardsPendingWrites: discards) { result in
                if case .failure(let error) = result { completion(WebcomError(error)) } else { completion(nil) }
            }
            // A refused call has the previous sign-in's number, and that sign-in's source remains.
            replaceTokenSource(nil, of: signIn)
        }
    }

    fileprivate func useTokens(
        of provider: @escaping TokenSource.Provider, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        perform { [weak self] engine in
            guard let self, let engine = try? engine.get() else { return completion(engine.failure ?? .released) }
            let signIn = engine.beginSignIn()
            let source = TokenSource(self, signIn: signIn, provider, completion: completion)
            replaceTokenSource(source, of: signIn)
            source.start()
        }
    }
}

extension Result {
    /// The error; `nil` for a success.
    fileprivate var failure: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}

extension WebcomApplication {
    /// The user of the application, shared by all dialects.
    public var authentication: Authentication { Authentication(client: client) }
}

extension Authentication: CustomStringConvertible {
    /// The application; never a token.
    public var description: String { "authentication of \(client.identifier)" }
}
