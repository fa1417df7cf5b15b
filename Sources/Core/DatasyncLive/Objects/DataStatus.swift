/// The reliability of the data of a live object or collection.
public enum DataStatus: String, Sendable, CaseIterable {
    /// There are no data yet.
    case notExist
    /// The data come from the client's cache, or include a write that is not acknowledged.
    case local
    /// The data come from the back end, and no local write is pending.
    case fresh
    /// The back end refused or revoked the subscription, or the object was disposed of.
    case error
}
