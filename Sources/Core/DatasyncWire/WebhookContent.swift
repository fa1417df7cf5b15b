package import DatasyncTree

/// The settings of a webhook.
package struct WebhookContent: Sendable, Equatable {
    package let path: Path
    /// The kinds of events, in declaration order.
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

    /// Returns kinds of events in declaration order, each once.
    package static func ordered(_ kinds: some Collection<EventKind>) -> [EventKind] {
        EventKind.allCases.filter(kinds.contains)
    }
}
