package import DatasyncClient
package import DatasyncEngine
package import DatasyncTree

extension Location {
    /// Ends the subscriptions of exactly this place and window, whatever dialect made them; harmless where there are
    /// none.
    ///
    /// - Parameters:
    ///   - interest: Those end that listen to any of these events, each as a whole.
    ///   - window: Which children they show.
    ///   - isMeant: Which of them end; called under a lock, so that it must only look at the handle.
    package func unsubscribeAll(
        _ interest: Interest = .valueFamily.union(.childFamily), _ window: Window = .all,
        where isMeant: @Sendable (SubscriptionHandle) -> Bool = { _ in true }
    ) {
        guard let query = try? query(window) else { return }
        client.listeners.cancel(at: query.path) { entry in
            entry.query == query && !entry.interest.isDisjoint(with: interest) && isMeant(entry.handle)
        }
    }
}
