public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension Webcom.Callback {
    /// Limits the callback to the first event, in all subscriptions made from now on.
    ///
    /// The subscription ends before the callback is called.
    ///
    /// - Returns: The callback itself.
    public func once() -> Webcom.Callback { forFirstEvent() }

    /// Ignores cancellations and sends the errors of revocations to the application's diagnostics.
    ///
    /// Replaces the closures set by `onCanceled` and `onRevoked`.
    ///
    /// - Returns: The callback itself.
    public func endingQuietly() -> Webcom.Callback { receivingOnlyRevocations(queue: nil, nil) }

    /// Sets a closure that is called on the main queue when the back end revokes a subscription.
    ///
    /// It replaces the closure set by `onCanceled`; cancellations are ignored.
    ///
    /// - Parameter body: Called with the reason, or with the error of a failed `subscription`; without it, the
    ///   application's diagnostics receive the error.
    /// - Returns: The callback itself.
    public func onRevoked(_ body: (@MainActor (_ error: WebcomError) -> Void)?) -> Webcom.Callback {
        onRevoked(queue: .main, body.map(onMain))
    }

    /// Sets a closure that is called on a queue when the back end revokes a subscription; cancellations are ignored.
    ///
    /// - Parameters:
    ///   - queue: The queue of the closure; the application's default queue when `nil`.
    ///   - body: Called with the reason, or with the error of a failed `subscription`; without it, the application's
    ///     diagnostics receive the error.
    /// - Returns: The callback itself.
    public func onRevoked(
        queue: DispatchQueue?, _ body: (@Sendable (_ error: WebcomError) -> Void)?
    ) -> Webcom.Callback {
        receivingOnlyRevocations(queue: queue, body)
    }
}
