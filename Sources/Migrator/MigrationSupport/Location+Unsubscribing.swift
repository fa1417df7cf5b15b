package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

extension Location {
    /// Cancels the subscriptions of exactly this path and window, made in any dialect; no effect if there are none.
    ///
    /// - Parameters:
    ///   - interest: The events; a subscription that includes any of them is cancelled as a whole.
    ///   - window: The window of the subscriptions.
    ///   - isMeant: Returns whether to cancel a handle; called under a lock, so it must not call out.
    package func unsubscribeAll(
        _ interest: Interest, _ window: Window,
        where isMeant: @Sendable (SubscriptionHandle) -> Bool = { _ in true }
    ) {
        guard let query = try? query(window) else { return }
        client.listeners.cancel(at: query.path) { entry in
            entry.query == query && !entry.interest.isDisjoint(with: interest) && isMeant(entry.handle)
        }
    }
}
