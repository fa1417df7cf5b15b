public import DatasyncClient
package import DatasyncEngine
import DatasyncTree

/// The immutable value of a node at one moment.
///
/// ```swift
/// contacts.on("child_added") { snapshot, previousKey in
///     print(snapshot.name() ?? "", snapshot.child("name").val() ?? "unnamed", snapshot.acknowledged())
/// }
/// ```
public struct DataSnapshot: Sendable, ChildVisiting {
    package let value: LocatedValue
    package let kind: Event.Kind?

    init(_ value: LocatedValue, kind: Event.Kind? = nil) {
        self.value = value
        self.kind = kind
    }

    /// Returns the value as Foundation JSON: integer-keyed nodes as arrays, null as `nil`.
    public func val() -> Any? { value.foundationValue }

    /// Returns the value in its stored form: without arrays, and with priorities as members `.priority` and `.value`.
    public func exportVal() -> Any? { value.exportedFoundationValue }

    /// Returns the priority of the node: a string or a number; `nil` if it has none.
    public func getPriority() -> Any? { value.node.priority.foundationValue }

    /// The value as canonical text, for traces.
    package var text: String { value.node.text }

    /// Returns the key of the node; `nil` at the root.
    public func name() -> String? { ref().name() }

    /// Returns the reference to the node.
    public func ref() -> Webcom { Webcom(location: value.location) }

    /// Returns the snapshot of a descendant.
    ///
    /// - Parameter path: The path relative to this node.
    /// - Returns: The snapshot; null if the node is empty, or the path is ill-formed or leads out of this node.
    public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

    /// The children in the order of the query.
    public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }

    /// Returns whether a descendant has a value.
    ///
    /// - Parameter path: The path relative to this node.
    /// - Returns: Whether the value at the path is not null.
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }

    /// Returns whether the node has children.
    public func hasChildren() -> Bool { numChildren() > 0 }

    /// Returns the number of children.
    public func numChildren() -> Int { value.node.children.count }

    /// Returns whether the back end has acknowledged the value; otherwise it is local.
    public func acknowledged() -> Bool { value.isAcknowledged }

    /// Returns whether the value is known.
    ///
    /// A read without a connection returns null as an unknown value if the cache does not hold the node.
    public func isKnown() -> Bool { value.isKnown }

    /// Returns the name of the event that delivered the snapshot; `nil` outside of `on` and `once`.
    public func eventType() -> String? { kind?.rawValue }
}

extension DataSnapshot: Hashable {
    /// Returns whether path, value and acknowledgement are equal; the events are not compared.
    public static func == (left: DataSnapshot, right: DataSnapshot) -> Bool { left.value == right.value }

    /// Hashes path, value and acknowledgement.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension DataSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, truncated when long.
    public var description: String { "DataSnapshot(\(value))" }

    /// The description with the event that delivered the snapshot.
    public var debugDescription: String { kind.map { "DataSnapshot(\(value), \($0.rawValue))" } ?? description }
}
