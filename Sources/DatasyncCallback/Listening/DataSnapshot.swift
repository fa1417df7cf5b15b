import DatasyncClient
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

        /// Whether the value is known.
        ///
        /// A read without a connection gives an unknown value, null, where the cache does not hold the node.
        public var isKnown: Bool { value.isKnown }

        /// Whether there are data at the node, also when the subscription hides them.
        public var exists: Bool { value.exists }

        /// Whether the subscription hides the data: then ``exists`` tells a change from a removal.
        public var isHidden: Bool { value.isHidden }

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

extension Webcom.DataSnapshot: Hashable {
    /// Returns whether path, value and acknowledgement are equal; the events they were delivered for do not count.
    public static func == (left: Webcom.DataSnapshot, right: Webcom.DataSnapshot) -> Bool { left.value == right.value }

    /// Hashes path, value and acknowledgement.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Webcom.DataSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, cut when it is long.
    public var description: String { "DataSnapshot(\(value))" }

    /// The description with the event that the snapshot was delivered for, and the error.
    public var debugDescription: String {
        "DataSnapshot(\(value)\(event == .none ? "" : ", \(event)")\(error.map { ", \($0)" } ?? ""))"
    }
}
