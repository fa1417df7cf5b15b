/// What the data of a live object or collection are worth.
public enum DataStatus: String, Sendable, CaseIterable {
    /// There are none yet.
    case notExist
    /// They come from the client's cache, or from a write that the back end has not acknowledged.
    case local
    /// The back end has answered, and nothing local is pending.
    case fresh
    /// The back end refused, or the object was disposed of.
    case error
}
