import DatasyncEngine

/// The policy for the data of an ended subscription in the offline cache.
///
/// The offline cache serves reads while disconnected and, except with ``CacheMode/no``, new subscriptions.
public enum DatasyncCompletedSubscriptionPolicy: Sendable {
    /// Removes the data from the offline cache.
    case forgetData
    /// Stores the data in the offline cache and does not update them.
    case keepData
    /// Stores the data in the offline cache and updates them through a silent subscription.
    case keepUpdatingData
    /// Acts as `keepUpdatingData` when the owner of the subscription is released, and as `keepData` otherwise.
    ///
    /// `keepData` applies when the application cancels the subscription or the back end revokes it.
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

extension DatasyncCompletedSubscriptionPolicy: CustomStringConvertible {
    /// The name of the case.
    public var description: String {
        switch self {
        case .forgetData: "forgetData"
        case .keepData: "keepData"
        case .keepUpdatingData: "keepUpdatingData"
        case .keepUpdatingDataWhenImplicit: "keepUpdatingDataWhenImplicit"
        }
    }
}
