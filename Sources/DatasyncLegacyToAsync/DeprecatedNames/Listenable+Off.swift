public import DatasyncAsync
import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
public import DatasyncLegacy
import MigrationSupport

@available(*, deprecated, message: "use unsubscribeAll(…) of a node; see Migration/LegacyToAsync.md")
extension Listenable {
    /// Ends every subscription of this node, or of this query of it, whatever dialect made it.
    @available(*, deprecated, message: "use subscription.cancel() or unsubscribeAll(…); see Migration/LegacyToAsync.md")
    public func off() {
        guard let window = try? query.legacy.window() else { return }
        query.node.location.unsubscribeAll(.valueFamily.union(.childFamily), window)
    }

    /// Ends the subscriptions of this node or query that listen to any of some events, or one of them.
    ///
    /// - Parameters:
    ///   - events: One name or several; a subscription to several events ends as a whole. A name that is unknown ends
    ///     nothing, and is told to the application's diagnostics.
    ///   - listener: The only one to end.
    @available(*, deprecated, message: "use subscription.cancel() or unsubscribeAll(…); see Migration/LegacyToAsync.md")
    public func off(_ events: some EventNames, _ listener: DatasyncSubscription? = nil) {
        let location = query.node.location
        do throws(WebcomError) {
            let interest = try events.interest(forEnding: true)
            guard let window = try? query.legacy.window() else { return }
            let handle = listener?.handle
            location.unsubscribeAll(interest, window) { listener == nil || $0 === handle }
        } catch {
            location.client.diagnostics(error)
        }
    }
}
