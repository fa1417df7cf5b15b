import DatasyncEngine

/// What becomes of the data in the client's cache when a subscription has ended.
///
/// The cache answers reads while there is no connection. A new subscription never starts from it.
public enum DatasyncCompletedSubscriptionPolicy: Sendable {
    /// The data are forgotten.
    case forgetData
    /// The data are kept as they are.
    case keepData
    /// The data are kept, and kept up to date.
    case keepUpdatingData
    /// The data are kept up to date if what stored the subscription went away, and kept as they are if it was cancelled or revoked.
    case keepUpdatingDataWhenImplicit

    func policy(isImplicit: Bool) -> CachePolicy {
        switch self {
        case .forgetData: .forget
        case .keepData: .keep
        case .keepUpdatingData: .keepUpdating
        case .keepUpdatingDataWhenImplicit: isImplicit ? .keepUpdating : .keep
        }
    }
}

extension DatasyncCompletedSubscriptionPolicy: CustomStringConvertible, CustomDebugStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .forgetData: "forgetData"
        case .keepData: "keepData"
        case .keepUpdatingData: "keepUpdatingData"
        case .keepUpdatingDataWhenImplicit: "keepUpdatingDataWhenImplicit"
        }
    }

    /// The names of the type and the case.
    public var debugDescription: String { "DatasyncCompletedSubscriptionPolicy.\(description)" }
}
