package import DatasyncEngine
import DatasyncLocking
package import DatasyncTree

/// The subscriptions that are found again by what they are on, not by a handle that somebody keeps.
package final class ListenerTable: Sendable {
    /// A subscription and what it is found by.
    package struct Entry: Sendable {
        package let query: Query
        package let interest: Interest
        /// Which object of the dialect it belongs to; none for closures.
        package let owner: ObjectIdentifier?
        /// What else tells it from others of the same owner.
        package let variant: Int
        package let handle: SubscriptionHandle

        package init(
            query: Query, interest: Interest, owner: ObjectIdentifier?, variant: Int, handle: SubscriptionHandle
        ) {
            self.variant = variant
            self.query = query
            self.interest = interest
            self.owner = owner
            self.handle = handle
        }
    }

    /// By path, in order of registration.
    private let entries = Guarded<[Path: [Entry]]>([:])

    init() {}

    package var isEmpty: Bool { entries.withLock(\.isEmpty) }

    package func add(_ entry: Entry) { entries.withLock { $0[entry.query.path, default: []].append(entry) } }

    package func first(at path: Path, where isMatch: @Sendable (Entry) -> Bool) -> Entry? {
        entries.withLock { $0[path]?.first(where: isMatch) }
    }

    /// Takes entries of a path out and cancels them, in order of registration.
    package func cancel(at path: Path, where isMatch: @Sendable (Entry) -> Bool) {
        for entry in take(at: path, where: isMatch) { entry.handle.cancel() }
    }

    /// Takes out the entry of a subscription that has ended.
    package func remove(_ handle: SubscriptionHandle, at path: Path) {
        _ = take(at: path) { $0.handle === handle }
    }

    private func take(at path: Path, where isMatch: @Sendable (Entry) -> Bool) -> [Entry] {
        entries.withLock { entries in
            let here = entries[path] ?? []
            let kept = here.filter { !isMatch($0) }
            entries[path] = kept.isEmpty ? nil : kept
            return here.filter(isMatch)
        }
    }
}
