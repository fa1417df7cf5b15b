package import DatasyncClient
import DatasyncConcurrency
import DatasyncEngine
import DatasyncPromise
import DatasyncTree

extension Webcom {
    /// A subscription of a callback to a node.
    ///
    /// ```swift
    /// node.subscribe(Webcom.Event.ValueChange, callback)
    ///     .done { subscription in subscription.cancel() }
    ///     .catch { error in print(error) }
    /// ```
    ///
    /// The client retains an active subscription; you do not need to.
    public final class Subscription: Sendable {
        private let client: Client
        package let handle: SubscriptionHandle?
        /// The node of the subscription.
        public let node: ServerlessDbNode

        package init(client: Client, handle: SubscriptionHandle?, node: ServerlessDbNode) {
            self.client = client
            self.handle = handle
            self.node = node
        }

        /// Cancels the subscription; further calls have no effect.
        ///
        /// The callback receives its completion last.
        public func cancel() {
            if let handle { client.listeners.cancel(handle, at: node.location.path) }
        }
    }
}

extension Webcom.Subscription: CustomStringConvertible {
    /// The path, the window, the events of an active subscription, and whether it is active.
    public var description: String { "Subscription(\(handle?.description ?? "\(node.location), refused"))" }
}
