public import DatasyncAsync
public import DatasyncClient

/// Converts a closure for revocations to a subscription's completion on the main actor.
///
/// - Parameter body: Called with the reason when the back end revokes the subscription.
/// - Returns: A completion that ignores cancellations; `nil` for `nil`.
public func whenRevoked(
    _ body: (@MainActor (_ reason: WebcomError) -> Void)?
) -> (@MainActor (_ completion: DatasyncSubscriptionCompletion) -> Void)? {
    guard let body else { return nil }
    return { completion in
        if case .revocation(let reason) = completion { body(reason) }
    }
}

/// Converts a closure for revocations to a subscription's completion on any queue.
///
/// - Parameter body: Called with the reason when the back end revokes the subscription.
/// - Returns: A completion that ignores cancellations; `nil` for `nil`.
public func whenRevoked(
    queued body: (@Sendable (_ reason: WebcomError) -> Void)?
) -> (@Sendable (_ completion: DatasyncSubscriptionCompletion) -> Void)? {
    guard let body else { return nil }
    return { completion in
        if case .revocation(let reason) = completion { body(reason) }
    }
}
