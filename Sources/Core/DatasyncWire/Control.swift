import DatasyncTree

/// A message from the back end about the connection itself.
package enum Control: Sendable {
    /// The first message: the back end's time in ms, protocol version, host, session identifier, and support of write
    /// numbers and of webhooks.
    case hello(
        time: Double, version: String, host: String, session: String, numbersWrites: Bool = false,
        hasWebhooks: Bool = false)
    /// A request to reconnect, to another host if one is given.
    case reset(host: String?)
    case shutdown(reason: String)
    case ping
    case pong
}
