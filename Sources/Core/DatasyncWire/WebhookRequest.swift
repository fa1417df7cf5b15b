package import DatasyncTree

/// A request about webhooks: subscriptions of the back end itself, which sends their events to an address.
///
/// Each request can be repeated without a further effect, since the client chooses the identifier and the secret.
package enum WebhookRequest: Sendable, Equatable {
    case add(WebhookContent, id: String, secret: String)
    /// Respond with the webhooks of the user by their identifiers.
    case list
    /// Replace the kinds of events, which are in the order of the kinds.
    case change(id: String, kinds: [EventKind])
    case remove(id: String)
}

/// The settings of a webhook.
package struct WebhookContent: Sendable, Equatable {
    package let path: Path
    /// The kinds of events, in the order of the kinds.
    package let kinds: [EventKind]
    /// The address of the receiver.
    package let address: String
    /// The text that the receiver gets with each event.
    package let context: String?
    /// The time of its end, in milliseconds since the Unix epoch.
    package let expires: Double?

    package init(
        path: Path, kinds: some Collection<EventKind>, address: String, context: String? = nil, expires: Double? = nil
    ) {
        self.path = path
        self.kinds = Self.ordered(kinds)
        self.address = address
        self.context = context
        self.expires = expires
    }

    /// Returns kinds of events in the order of the kinds, each once.
    package static func ordered(_ kinds: some Collection<EventKind>) -> [EventKind] {
        EventKind.allCases.filter(kinds.contains)
    }
}
