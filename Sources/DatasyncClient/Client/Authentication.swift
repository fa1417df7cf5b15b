import DatasyncConcurrency
import DatasyncEngine
public import Dispatch

/// The user of an application.
///
/// A token is sent on the present connection and on each later one. With a cache mode that stores pending writes, these
/// belong to the user who made them: the user cannot change while some are pending.
///
/// ```swift
/// try await application.authentication.signIn(token: token)
/// try await application.authentication.signOut()
/// ```
public struct Authentication: Sendable {
    let client: Client

    /// Signs in, and waits for the back end to accept the token.
    ///
    /// - Parameter token: The token. The embedded back end takes the identifier of a user.
    /// - Throws: ``WebcomError`` `invalidToken` or `expiredToken` if the back end does not accept it; `unavailable` if
    ///   writes of another user are pending; `cancelled` if a later call supersedes this one.
    public func signIn(token: String) async throws(WebcomError) { try await authenticate(token, discards: false) }

    /// Signs in.
    ///
    /// - Parameters:
    ///   - token: The token. The embedded back end takes the identifier of a user.
    ///   - queue: The queue of the completion; the application's default queue when `nil`.
    ///   - completion: Called with `nil` when the back end has accepted the token, otherwise with the error.
    public func signIn(
        token: String, queue: DispatchQueue?, _ completion: @escaping @Sendable (WebcomError?) -> Void
    ) {
        authenticate(token, discards: false, queue, completion)
    }

    /// Signs out, and waits for the back end.
    ///
    /// Without a connection it succeeds at once.
    ///
    /// - Parameter discardingPendingWrites: Whether writes and transactions that the offline store holds for the present user
    ///   are reverted. Without an offline store there is no need.
    /// - Throws: ``WebcomError`` `unavailable` if the user has pending writes that are not discarded.
    public func signOut(discardingPendingWrites: Bool = false) async throws(WebcomError) {
        try await authenticate(nil, discards: discardingPendingWrites)
    }

    /// Signs out.
    ///
    /// - Parameters:
    ///   - discardingPendingWrites: Whether writes and transactions that the offline store holds for the present user are
    ///     reverted.
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
        if let refusal { return completion(refusal) }
        engine.authenticate(token, discardsPendingWrites: discards) { result in
            if case .failure(let error) = result { completion(WebcomError(error)) } else { completion(nil) }
        }
    }
}

extension WebcomApplication {
    /// The user of the application, shared by all dialects.
    public var authentication: Authentication { Authentication(client: client) }
}

extension Authentication: CustomStringConvertible, CustomDebugStringConvertible {
    /// The application; never a token.
    public var description: String { "authentication of \(client.identifier)" }

    /// The description in parentheses, after the name of the type.
    public var debugDescription: String { "Authentication(\(description))" }
}
