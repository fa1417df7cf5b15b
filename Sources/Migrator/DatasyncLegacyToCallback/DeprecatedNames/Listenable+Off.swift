public import DatasyncCallback
public import DatasyncLegacy
import MigrationSupport

@available(*, deprecated, message: "use unsubscribeAll(…) of a node; see Migration/LegacyToCallback.md")
extension Listenable {
    /// Cancels every subscription of this node or query, made in any dialect.
    @available(
        *, deprecated, message: "use unsubscribe(callback) or unsubscribeAll(…); see Migration/LegacyToCallback.md"
    )
    public func off() { query.unsubscribeAll() }

    /// Cancels the subscriptions of this node or query that include any of these events, or only one subscription.
    ///
    /// - Parameters:
    ///   - events: One or several names; a subscription to several events is cancelled as a whole. An unknown name
    ///     cancels nothing, and the application's diagnostics receive an error.
    ///   - listener: The only subscription to cancel, if it matches; `nil` cancels all that match.
    @available(
        *, deprecated, message: "use unsubscribe(callback) or unsubscribeAll(…); see Migration/LegacyToCallback.md"
    )
    public func off(_ events: some EventNames, _ listener: Webcom.Subscription? = nil) {
        query.unsubscribeAll(named: events, listener)
    }
}
