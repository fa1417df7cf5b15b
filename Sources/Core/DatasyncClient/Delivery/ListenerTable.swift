import DatasyncConcurrency
package import DatasyncEngine
package import DatasyncTree

/// The subscriptions that a client retains, found by path, constraint, owner and variant.
package final class ListenerTable: Sendable {
    /// A subscription and its search keys.
    package struct Entry: Sendable {
        package let query: Query
        package let interest: Interest
        /// The dialect object that owns the subscription; `nil` for closures.
        package let owner: ObjectIdentifier?
        /// A number that tells apart subscriptions of the same owner.
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

        fileprivate var identity: Identity { Identity(window: query.window, owner: owner, variant: variant) }
    }

    /// The properties that make two subscriptions at one path equal.
    fileprivate struct Identity: Hashable, Sendable {
        let window: Window
        let owner: ObjectIdentifier?
        let variant: Int
    }

    /// The entries at one path, numbered in order of registration.
    private struct Entries: Sendable {
        var inOrder = OrderedMap<Int, Entry>()
        var numbers: [ObjectIdentifier: Int] = [:]
        /// The newest shared entry for each identity.
        var shared: [Identity: Int] = [:]

        mutating func remove(_ number: Int) -> Entry? {
            guard let entry = inOrder.removeValue(for: number) else { return nil }
            numbers[ObjectIdentifier(entry.handle)] = nil
            if shared[entry.identity] == number { shared[entry.identity] = nil }
            return entry
        }
    }

    private struct State: Sendable {
        var entries: [Path: Entries] = [:]
        var lastNumber = 0

        mutating func remove(_ numbers: [Int], at path: Path) -> [Entry] {
            guard !numbers.isEmpty else { return [] }
            let removed = numbers.compactMap { entries[path]?.remove($0) }
            if entries[path]?.numbers.isEmpty == true { entries[path] = nil }
            return removed
        }
    }

    private let state = Guarded(State())

    init() {}

    package var isEmpty: Bool { state.withLock(\.entries.isEmpty) }

    /// Adds an entry; a shared entry only if no equal shared subscription is active.
    ///
    /// - Returns: The equal active subscription; `nil` if the entry was added.
    func add(_ entry: Entry, isShared: Bool) -> Entry? {
        state.withLock { state in
            let path = entry.query.path
            if isShared, let here = state.entries[path], let number = here.shared[entry.identity],
                let present = here.inOrder[number], !present.handle.hasEnded
            {
                return present
            }
            state.lastNumber += 1
            state.entries[path, default: Entries()].inOrder.set(entry, for: state.lastNumber)
            state.entries[path]?.numbers[ObjectIdentifier(entry.handle)] = state.lastNumber
            if isShared { state.entries[path]?.shared[entry.identity] = state.lastNumber }
            return nil
        }
    }

    func entry(of handle: SubscriptionHandle, at path: Path) -> Entry? {
        state.withLock { state in
            state.entries[path].flatMap { here in here.numbers[ObjectIdentifier(handle)].flatMap { here.inOrder[$0] } }
        }
    }

    /// Removes the matching entries at a path and cancels their subscriptions in order of registration.
    package func cancel(at path: Path, where isMatch: @Sendable (Entry) -> Bool) {
        let removed = state.withLock { state in
            let matching = state.entries[path]?.inOrder.filter { isMatch($0.value) } ?? []
            return state.remove(matching.map(\.key), at: path)
        }
        for entry in removed { entry.handle.cancel() }
    }

    /// Removes the entry of a handle and cancels its subscription.
    package func cancel(_ handle: SubscriptionHandle, at path: Path) {
        for entry in remove(handle, at: path) { entry.handle.cancel() }
    }

    /// Removes the entry of a subscription that has ended.
    ///
    /// - Returns: The entry, so that the caller can release it outside the lock.
    @discardableResult
    func remove(_ handle: SubscriptionHandle, at path: Path) -> [Entry] {
        state.withLock { state in
            let number = state.entries[path]?.numbers[ObjectIdentifier(handle)]
            return state.remove(number.map { [$0] } ?? [], at: path)
        }
    }
}
