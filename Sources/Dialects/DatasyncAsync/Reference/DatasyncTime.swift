package import DatasyncClient

/// The time at which a write takes effect: now, or as an on-disconnect write.
public enum DatasyncTime: Sendable {
    /// Immediately.
    case now
    /// Once, when the current connection ends.
    case nextDisconnection
    /// Each time a connection ends.
    case onDisconnection

    package var time: Location.Time {
        switch self {
        case .now: .now
        case .nextDisconnection: .nextDisconnection
        case .onDisconnection: .onDisconnection
        }
    }
}

extension DatasyncTime: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .now: "now"
        case .nextDisconnection: "nextDisconnection"
        case .onDisconnection: "onDisconnection"
        }
    }
}
