import DatasyncApplication
import DatasyncTree

extension Webcom {
    /// The value of a node at one moment, and what it was delivered for.
    ///
    /// It never changes.
    public struct DataSnapshot: Sendable, ChildVisiting {
        package let value: LocatedValue
        /// The event that the snapshot was delivered for; all its properties are `false` outside of subscriptions.
        public let event: ReceivedEvent
        /// Why the back end ended the subscription, for a revocation.
        public let error: WebcomError?

        package init(_ value: LocatedValue, event: ReceivedEvent = .none, error: WebcomError? = nil) {
            self.value = value
            self.event = event
            self.error = error
        }

        /// Whether the back end has confirmed what the snapshot conveys; otherwise it is only local.
        public var acked: Bool { value.isAcknowledged }

        /// The node: of child events the child.
        public var node: ServerlessDbNode { ServerlessDbNode(location: value.location) }

        /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null and where data are hidden.
        public func val() -> Any? { value.foundationValue }

        /// The value as canonical text, for traces.
        package var text: String { value.node.text }

        /// The number of children.
        public var childCount: Int { value.node.children.count }

        /// The value at a path below; null where there is nothing, or where the path is ill-formed.
        public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

        /// The children in key order.
        public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }
    }
}
