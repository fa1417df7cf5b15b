package import DatasyncClient
package import Dispatch

/// The arguments of a subscription to events by name.
package struct NamedSubscriber<Node: MigratedNode> {
    package let query: NodeQuery<Node>
    package let events: any EventNames
    /// The queue of the closures; the application's default queue when `nil`.
    package let queue: DispatchQueue?
    /// Whether the subscription ends with its first event.
    package let isOnce: Bool
    package let callback: @Sendable (Node.NamedEvent, String?) -> Void
    /// Called once, last; without it, the application's diagnostics receive the error.
    package let revoked: (@Sendable (WebcomError) -> Void)?
}
