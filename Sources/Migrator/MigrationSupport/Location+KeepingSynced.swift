import DatasyncClient
import DatasyncEngine
import DatasyncTree

/// The owner of subscriptions that only keep data up to date.
private final class SyncKeeper: Sendable {
    static let shared = SyncKeeper()

    static var owner: ObjectIdentifier { ObjectIdentifier(shared) }
}

extension Location {
    /// Keeps a window's data up to date without delivering it, or stops doing so.
    ///
    /// - Parameters:
    ///   - isSynced: Whether to keep the data up to date; a second call has no effect.
    ///   - window: The window of the data; no effect if the window or the path is invalid.
    func keepSynced(_ isSynced: Bool, _ window: Window) {
        guard let query = try? query(window) else { return }
        let owner = SyncKeeper.owner
        guard isSynced else {
            return client.listeners.cancel(at: query.path) { $0.owner == owner && $0.query == query }
        }
        _ = SubscriptionHandle.subscribe(
            client, to: query, interest: .valueChange, delivery: .queue(nil),
            retained: .init(owner: owner, isShared: true)
        ) { _, _ in
        } ended: { _ in
        }
    }

    /// Cancels the subscriptions of exactly this path with any window, made in any dialect.
    ///
    /// - Parameter isMeant: Returns whether to cancel a handle; called under a lock, so it must not call out.
    func unsubscribeAllWindows(where isMeant: @Sendable (SubscriptionHandle) -> Bool = { _ in true }) {
        guard let path = try? checkedPath.get() else { return }
        let owner = SyncKeeper.owner
        client.listeners.cancel(at: path) { $0.owner != owner && isMeant($0.handle) }
    }
}
