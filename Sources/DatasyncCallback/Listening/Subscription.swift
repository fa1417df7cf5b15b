package import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncPromise
import DatasyncTree

extension Webcom {
    /// A subscription that was made; it lives until it is cancelled or revoked, held or not.
    public final class Subscription: Sendable {
        private let client: Client
        package let handle: SubscriptionHandle?
        /// The node that is subscribed to.
        public let node: ServerlessDbNode

        package init(client: Client, handle: SubscriptionHandle?, node: ServerlessDbNode) {
            self.client = client
            self.handle = handle
            self.node = node
        }

        /// Ends the subscription; ending it again is harmless.
        public func cancel() {
            if let handle { client.listeners.cancel(handle, at: node.location.path) }
        }
    }
}

extension Webcom.Subscription: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, the window, the events until the end, and whether the subscription is active.
    public var description: String { "Subscription(\(handle?.description ?? "\(node.location), refused"))" }

    /// The description.
    public var debugDescription: String { description }
}
