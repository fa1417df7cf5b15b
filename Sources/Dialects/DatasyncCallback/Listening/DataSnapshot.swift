import DatasyncClient
import DatasyncTree

extension Webcom {
    /// The immutable value of a node at one moment, with the event that delivered it.
    ///
    /// ```swift
    /// let callback = Webcom.Callback { snapshot in
    ///     if snapshot.event.isChildAddition { print(snapshot.node.key ?? "", snapshot.acked) }
    ///     print(snapshot.child("name").val() ?? "unnamed", snapshot.childCount)
    /// }
    /// ```
    public struct DataSnapshot: Sendable, ChildVisiting {
        package let value: LocatedValue
        /// The event that delivered the snapshot; all its properties are `false` outside of subscriptions.
        public let event: ReceivedEvent
        /// The reason for a revocation; `nil` for other events.
        public let error: WebcomError?

        package init(_ value: LocatedValue, event: ReceivedEvent = .none, error: WebcomError? = nil) {
            self.value = value
            self.event = event
            self.error = error
        }

        /// Whether the back end has acknowledged the value; otherwise it is local.
        public var acked: Bool { value.isAcknowledged }

        /// Whether the value is known.
        ///
        /// A read without a connection returns null as an unknown value if the cache does not hold the node.
        public var isKnown: Bool { value.isKnown }

        /// Whether the node has a value, even when the subscription hides the data.
        public var exists: Bool { value.exists }

        /// Whether the subscription hides the data; ``exists`` then distinguishes a change from a removal.
        public var isHidden: Bool { value.isHidden }

        /// The node; for child events, the child.
        public var node: ServerlessDbNode { ServerlessDbNode(location: value.location) }

        /// Returns the value as Foundation JSON: integer-keyed nodes as arrays, null and hidden data as `nil`.
        public func val() -> Any? { value.foundationValue }

        /// The value as canonical text, for traces.
        package var text: String { value.node.text }

        /// The number of children.
        public var childCount: Int { value.node.children.count }

        /// Returns the snapshot of a descendant.
        ///
        /// - Parameter path: The path relative to this node.
        /// - Returns: The snapshot; null if the node is empty, or the path is ill-formed or leads out of this node.
        public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

        /// The children in the order of the query.
        public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }
    }
}

extension Webcom.DataSnapshot: Hashable {
    /// Returns whether path, value and acknowledgement are equal; the events are not compared.
    public static func == (left: Webcom.DataSnapshot, right: Webcom.DataSnapshot) -> Bool { left.value == right.value }

    /// Hashes path, value and acknowledgement.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Webcom.DataSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, truncated when long.
    public var description: String { "DataSnapshot(\(value))" }

    /// The description, the event that delivered the snapshot, and the error.
    public var debugDescription: String {
        "DataSnapshot(\(value)\(event == .none ? "" : ", \(event)")\(error.map { ", \($0)" } ?? ""))"
    }
}
