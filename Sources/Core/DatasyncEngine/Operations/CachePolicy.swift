/// The treatment of cached data after a subscription has ended.
package enum CachePolicy: Sendable, Hashable {
    /// Discards the data.
    case forget
    /// Retains the data unchanged, for reads without a connection.
    case keep
    /// Retains the data and updates them, at the cost of a listen.
    case keepUpdating
}
