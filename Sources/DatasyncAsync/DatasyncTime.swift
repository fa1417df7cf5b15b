package import DatasyncApplication

/// When a write takes effect.
public enum DatasyncTime: Sendable {
    /// At once.
    case now
    /// Once, when the present connection ends.
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
