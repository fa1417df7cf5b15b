public import DatasyncCallback
public import DatasyncClient
import DatasyncConcurrency
public import Dispatch

extension Webcom.Callback {
    /// Has the callback called for the first event alone, in subscriptions made from now on.
    ///
    /// The subscription has ended before the callback is called.
    ///
    /// - Returns: The callback itself.
    public func once() -> Webcom.Callback { forFirstEvent() }

    /// Has nobody told when the application ends a subscription, and the application's diagnostics when the back end
    /// does.
    ///
    /// Takes the place of what `onCanceled` and `onRevoked` have said before.
    ///
    /// - Returns: The callback itself.
    public func endingQuietly() -> Webcom.Callback { tellingRevocationsAlone(queue: nil, nil) }

    /// Has a closure called on the main queue when the back end ends a subscription; nobody is told when the
    /// application does.
    ///
    /// Takes the place of what `onCanceled` has said before.
    ///
    /// - Parameter body: Called with the reason, or why a `subscription` could not be made; without one the
    ///   application's diagnostics are told.
    /// - Returns: The callback itself.
    public func onRevoked(_ body: (@MainActor (_ error: WebcomError) -> Void)?) -> Webcom.Callback {
        onRevoked(queue: .main, body.map(onMain))
    }

    /// Has a closure called on a queue when the back end ends a subscription; nobody is told when the application does.
    ///
    /// - Parameters:
    ///   - queue: Where the closure is called; the application's default queue when `nil`.
    ///   - body: As above.
    /// - Returns: The callback itself.
    public func onRevoked(
        queue: DispatchQueue?, _ body: (@Sendable (_ error: WebcomError) -> Void)?
    ) -> Webcom.Callback {
        tellingRevocationsAlone(queue: queue, body)
    }
}
