import DatasyncTree

/// The part of a client's state that outlives its process: pending writes, their numbers, and cached data.
///
/// It changes only by ``OfflineChange``. Applying all changes that a client has emitted gives the client's state.
package struct OfflineState: Sendable {
    /// The write numbers of one user.
    package struct Numbering: Hashable, Sendable {
        /// The random identifier of the client for this user, which is a secret.
        package var client: UInt128
        package var last: Int
        /// The numbers without a response and their writes; `nil` for the result of a transaction.
        package var unanswered: [Int: Int?]

        package init(client: UInt128, last: Int = 0, unanswered: [Int: Int?] = [:]) {
            self.client = client
            self.last = last
            self.unanswered = unanswered
        }
    }

    /// The write numbers by user; `nil` is the client without a user.
    package var numberings: [UserIdentity?: Numbering] = [:]
    /// The user that new numbers belong to.
    package var user: UserIdentity?
    /// The pending writes by their numbers in the client, which give their order.
    package var writes: [Int: UserWrite] = [:]
    package var caches: [CacheOwner: OfflineCache] = [:]
    /// The owner of data cached from now on.
    package private(set) var owner = CacheOwner.unknown

    package init() {}

    /// Whether an earlier version cached data without noting their user.
    package var hasUnownedData: Bool { caches[.unknown] != nil }

    /// The current owner's cached data.
    package var cache: OfflineCache { caches[owner] ?? OfflineCache() }

    /// Applies a change.
    package mutating func apply(_ change: OfflineChange) {
        switch change {
        case .numbered(let user, let client, let last):
            self.user = user
            if numberings[user]?.client != client { numberings[user] = Numbering(client: client) }
            numberings[user]?.last = last
        case .wrote(let number, let write): writes[number] = write
        case .sent(let number, let write):
            numberings[user]?.last = number
            numberings[user]?.unanswered[number] = .some(write)
        case .answered(let number, let write):
            if let number { numberings[user]?.unanswered[number] = nil }
            if let write { writes[write] = nil }
        case .cached(let query, let node): caches[owner, default: OfflineCache()].keep(node, of: query)
        case .replaced(let path, let node): caches[owner]?.replace(node, at: path)
        case .replacedInWindow(let query, let parts): caches[owner]?.replace(parts, in: query)
        case .forgot(let path): caches[owner]?.forget(path)
        case .refused(let query): caches[owner]?.forgetRefused(query)
        case .caching(let next):
            owner = next
            assignUnownedData(to: next)
        case .renamed(let earlier, let user): rename(earlier, user)
        }
    }

    /// Assigns data that an earlier version cached to its last user, or to everyone if users share them.
    ///
    /// Drops the data if there was no user, or if their new owner has cached data already.
    package mutating func assignUnownedData(to next: CacheOwner) {
        guard next != .unknown, let cache = caches.removeValue(forKey: .unknown) else { return }
        let owner = next == .everyone ? next : .user(user)
        if owner != .user(nil), caches[owner] == nil { caches[owner] = cache }
    }

    /// Replaces the identity that an earlier version gave to a user.
    private mutating func rename(_ earlier: UserIdentity, _ user: UserIdentity) {
        if let numbering = numberings.removeValue(forKey: earlier) { numberings[user] = numbering }
        if let cache = caches.removeValue(forKey: .user(earlier)) { caches[.user(user)] = cache }
        for (number, write) in writes where write.user == earlier { writes[number] = write.owned(by: user) }
        if self.user == earlier { self.user = user }
        if owner == .user(earlier) { owner = .user(user) }
    }
}
