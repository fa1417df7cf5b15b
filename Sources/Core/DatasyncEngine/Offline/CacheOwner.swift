/// The users who may see some cached data.
package enum CacheOwner: Hashable, Sendable {
    /// All users of the client, if they share their cached data.
    case everyone
    /// One user; `nil` is the client without a user.
    case user(UserIdentity?)
    /// The users of an earlier version, which did not record them.
    case unknown
}
