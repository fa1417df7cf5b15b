/// The users for whom an application keeps cached data.
///
/// ```swift
/// var configuration = WebcomConfiguration(identifier: "kiosk", platform: .server(url))
/// configuration.cacheSharing = .shared
/// ```
public enum CacheSharing: Hashable, Sendable {
    /// Cached data belong to the user of the credential at the time.
    ///
    /// Data received without a user belong to the application without a user.
    case perUser
    /// All users see the same cached data, even data that the rules let only one of them read.
    case shared
}

extension CacheSharing: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .perUser: "perUser"
        case .shared: "shared"
        }
    }
}
