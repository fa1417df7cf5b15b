package import DatasyncTree

/// A change of the state that outlives the process.
package enum OfflineChange: Sendable {
    /// The numbers that follow belong to a user and a client identifier, and come after `last`.
    case numbered(UserIdentity?, client: UInt128, last: Int)
    /// A write became pending.
    case wrote(Int, UserWrite)
    /// A write got its number because it is about to be sent; `nil` for the result of a transaction.
    case sent(Int, write: Int?)
    /// The response to a number arrived, or a write is no longer pending, or both.
    case answered(Int?, write: Int?)
    /// The back end sent the data of a query.
    case cached(Query, Node)
    /// The back end sent a value inside cached data.
    case replaced(Path, Node)
    /// The back end sent values inside a cached window; the paths are relative to the node.
    case replacedInWindow(Query, [(Path, Node)])
    /// The application removed the cached data at and below a path.
    case forgot(Path)
    /// The back end refused a query for lack of permission.
    case refused(Query)
    /// Data cached from now on belong to an owner.
    case caching(CacheOwner)
    /// A user of an earlier version has signed in and got a new identity.
    case renamed(UserIdentity, UserIdentity)
}
