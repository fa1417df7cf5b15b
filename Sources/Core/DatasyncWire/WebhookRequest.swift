package import DatasyncTree

/// A request about webhooks: subscriptions of the back end itself, which sends their events to an address.
///
/// Each request can be repeated without a further effect, since the client chooses the identifier and the secret. It is
/// indirect so that the other requests, which are far more frequent, do not have its size.
package indirect enum WebhookRequest: Sendable, Equatable {
    case add(WebhookContent, id: String, secret: String)
    /// Respond with the webhooks of the user by their identifiers.
    case list
    /// Replace the kinds of events, given in declaration order.
    case change(id: String, kinds: [EventKind])
    case remove(id: String)
}
