package import DatasyncTree

/// The part of a client's state that outlives its process: pending writes, their numbers, and cached data.
///
/// It changes by ``OfflineChange`` alone. Applying the changes that a client has emitted gives the state of the client.
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
    /// The user that numbers belong to.
    package var user: UserIdentity?
    /// The pending writes by their numbers in the client, which give their order.
    package var writes: [Int: UserWrite] = [:]
    package var caches: [CacheOwner: OfflineCache] = [:]
    /// The owner of the data that are cached next.
    package private(set) var owner = CacheOwner.unknown

    package init() {}

    /// Whether an earlier version cached data without their user.
    package var hasUnownedData: Bool { caches[.unknown] != nil }

    /// The cached data of the present owner.
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

    /// Gives data that an earlier version cached to its last user; drops them if it had none, or if an owner is known.
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

/// A change of the state that outlives the process.
package enum OfflineChange: Sendable {
    /// The following numbers are those of a user, under an identifier, after the last one.
    case numbered(UserIdentity?, client: UInt128, last: Int)
    /// A write became pending.
    case wrote(Int, UserWrite)
    /// A write got its number because it is about to be sent; `nil` for the result of a transaction.
    case sent(Int, write: Int?)
    /// The response to a number arrived, or a write is no longer pending, or both.
    case answered(Int?, write: Int?)
    /// The back end sent the data of a query.
    case cached(Query, Node)
    /// The back end sent a value inside of cached data.
    case replaced(Path, Node)
    /// The back end sent values inside of a cached window; the paths are relative to the node.
    case replacedInWindow(Query, [(Path, Node)])
    /// The application removed the cached data at and below a path.
    case forgot(Path)
    /// The back end refused a query for lack of permission.
    case refused(Query)
    /// The data that are cached next belong to an owner.
    case caching(CacheOwner)
    /// A user of an earlier version has signed in, and has another identity.
    case renamed(UserIdentity, UserIdentity)
}

/// A store of the state that outlives the process.
///
/// A client appends each change before the message that depends on it, and sends the message when the change is durable.
/// Nothing is therefore sent of which the store does not know.
package protocol OfflineStore: Sendable {
    /// Appends a change.
    func append(_ change: OfflineChange)
    /// Replaces all changes that were appended before by the state that they result in.
    func replace(with state: OfflineState)
    /// Runs a closure after all changes that were appended before are durable, in the order of the calls.
    func whenDurable(_ body: @escaping @Sendable () -> Void)
    /// Closes the store; later changes are discarded.
    func close()
}

/// The beginning of a client that keeps data across its end.
package struct OfflineStart: Sendable {
    package var state: OfflineState
    /// The store of later changes; without one, only cached data are kept, in memory.
    package var store: (any OfflineStore)?
    /// The writes of a damaged store whose repetition could change their effect; they fail, and are not sent.
    package var uncertain: [UserWrite]
    /// Returns the handlers that receive the result of a restored write.
    package var handlers: @Sendable (UserWrite) -> OperationHandlers?

    package init(
        state: OfflineState = OfflineState(), store: (any OfflineStore)? = nil,
        uncertain: [UserWrite] = [],
        handlers: @escaping @Sendable (UserWrite) -> OperationHandlers? = { _ in nil }
    ) {
        self.state = state
        self.store = store
        self.uncertain = uncertain
        self.handlers = handlers
    }
}
