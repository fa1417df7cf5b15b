package import DatasyncEngine
import DatasyncLocking

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

    private let entries = Guarded<[Entry]>([])

    init() {}

    package func add(_ entry: Entry) { entries.withLock { $0.append(entry) } }

    package func first(where isMatch: @Sendable (Entry) -> Bool) -> Entry? {
        entries.withLock { $0.first(where: isMatch) }
    }

    /// Takes entries out and cancels them, in order of registration.
    package func cancel(where isMatch: @Sendable (Entry) -> Bool) {
        let taken = entries.withLock { entries in
            let taken = entries.filter(isMatch)
            entries.removeAll(where: isMatch)
            return taken
        }
        for entry in taken { entry.handle.cancel() }
    }

    /// Takes out the entry of a subscription that has ended.
    package func remove(_ handle: SubscriptionHandle) {
        entries.withLock { $0.removeAll { $0.handle === handle } }
    }
}
