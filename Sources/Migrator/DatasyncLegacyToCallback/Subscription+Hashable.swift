public import DatasyncCallback
public import DatasyncClient

/// Subscriptions in sets and as keys of dictionaries; a subscription is equal only to itself.
extension Webcom.Subscription: Hashable {
    /// Returns whether both are the same subscription.
    public static func == (left: Webcom.Subscription, right: Webcom.Subscription) -> Bool { left === right }

    /// Hashes the identity of the subscription.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension Webcom.Subscription {
    /// A subscription that has ended, for variables that hold none yet; replace them with optional ones.
    public static let ended: Webcom.Subscription = {
        // A subscription has a node, and this one must not open the program's own application.
        let platform = WebcomConfiguration.Platform.embedded(in: EmbeddedBackend())
        let application = WebcomApplication(configuration: WebcomConfiguration(identifier: "ended", platform: platform))
        return Webcom.Subscription(
            client: application.client, handle: nil, node: Webcom.ServerlessDbNode(application))
    }()
}
