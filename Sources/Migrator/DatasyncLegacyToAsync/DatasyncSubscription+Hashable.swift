public import DatasyncAsync

/// Subscriptions in sets and as keys of dictionaries; a subscription is equal only to itself.
extension DatasyncSubscription: Hashable {
    /// Returns whether both are the same subscription.
    public static func == (left: DatasyncSubscription, right: DatasyncSubscription) -> Bool { left === right }

    /// Hashes the identity of the subscription.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension DatasyncSubscription {
    /// A subscription that has ended, for variables that hold none yet; replace them with optional ones.
    public static let ended = DatasyncSubscription(.value(), file: #fileID, line: #line)
}
