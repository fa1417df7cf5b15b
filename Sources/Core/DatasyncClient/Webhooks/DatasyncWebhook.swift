public import Foundation

/// An address to which the back end sends the events of a node, whether a client runs or not.
///
/// ```swift
/// let webhook = DatasyncWebhook("https://example.org/orders", context: "night shift")
/// let subscription = try await orders.subscribe(to: .childAddition, webhook)
/// print(subscription.id, subscription.secret ?? "")  // the secret of the signatures is not shown again
/// ```
///
/// It needs a server with a data directory or a database. Anyone but the owner needs the rule `.webhooks` and the right to
/// read the node. Each event is sent as a `POST` request, at least once and in order.
public struct DatasyncWebhook: Sendable, Hashable {
    /// The address, `https` unless the server's configuration names the host; at most 2,048 bytes.
    public var address: String
    /// The text that the receiver gets with each event, at most 1,024 bytes.
    public var context: String?
    /// The time at which the back end removes the subscription; `nil` for never.
    public var expirationDate: Date?

    /// Creates a webhook; the back end checks the address when a node is subscribed.
    ///
    /// - Parameters:
    ///   - address: The address of the receiver.
    ///   - context: The text that the receiver gets with each event.
    ///   - expirationDate: The time at which the back end removes the subscription; `nil` for never.
    public init(_ address: String, context: String? = nil, until expirationDate: Date? = nil) {
        self.address = address
        self.context = context
        self.expirationDate = expirationDate
    }
}

extension DatasyncWebhook: CustomStringConvertible {
    /// The address.
    public var description: String { "DatasyncWebhook(\(address))" }
}

extension Webcom {
    /// An address to which the back end sends events, in the names of the original API.
    public typealias Webhook = DatasyncWebhook
    /// A subscription that outlives the client, in the names of the original API.
    public typealias LongTermSubscription = DatasyncLongTermSubscription
}
