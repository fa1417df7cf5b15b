public import DatasyncCallback
public import DatasyncClient

/// Subscriptions in sets and as keys of dictionaries; a subscription is equal only to itself.
extension Webcom.Subscription: Hashable {
    /// Returns whether both are the same subscription.
    public static func == (left: Webcom.Subscription, right: Webcom.Subscription) -> Bool { left === right }

    /// Hashes the identity of the subscription.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
