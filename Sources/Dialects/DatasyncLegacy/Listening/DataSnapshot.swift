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
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.DataSnapshot, or DatasyncEvent and DatasyncValue")
#endif
public struct DataSnapshot: Sendable, ChildVisiting, Hashable, CustomStringConvertible, CustomDebugStringConvertible {
    package let value: LocatedValue
    package let kind: Event.Kind?

    init(_ value: LocatedValue, kind: Event.Kind? = nil) {
        self.value = value
        self.kind = kind
    }

    /// Returns the value as Foundation JSON: integer-keyed nodes as arrays, null as `nil`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or decoded() or json of DatasyncValue")
    #endif
    public func val() -> Any? { value.foundationValue }

    /// Returns the value in its stored form: without arrays, and with priorities as members `.priority` and `.value`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or rawJSON of DatasyncValue")
    #endif
    public func exportVal() -> Any? { value.exportedFoundationValue }

    /// Returns the priority of the node: a string or a number; `nil` if it has none.
    #if LegacyWarnings
        @available(*, deprecated, message: "use an order by a child, as only this dialect reads priorities")
    #endif
    public func getPriority() -> Any? { value.node.priority.foundationValue }

    /// The value as canonical text, for traces.
    package var text: String { value.node.text }

    /// Returns the key of the node; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use node.key, or key of the event")
    #endif
    public func name() -> String? { ref().name() }

    /// Returns the reference to the node.
    #if LegacyWarnings
        @available(*, deprecated, message: "use node of the snapshot or event")
    #endif
    public func ref() -> Webcom { Webcom(location: value.location) }

    /// Returns the snapshot of a descendant.
    ///
    /// - Parameter path: The path relative to this node.
    /// - Returns: The snapshot; null if the node is empty, or the path is ill-formed or leads out of this node.
    #if LegacyWarnings
        @available(*, deprecated, message: "use child(path) of Webcom.DataSnapshot, or decode the value")
    #endif
    public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

    /// The children in the order of the query.
    #if LegacyWarnings
        @available(*, deprecated, message: "use children of Webcom.DataSnapshot, or children(as:) of the node")
    #endif
    public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }

    /// Returns whether a descendant has a value.
    ///
    /// - Parameter path: The path relative to this node.
    /// - Returns: Whether the value at the path is not null.
    #if LegacyWarnings
        @available(*, deprecated, message: "use child(path).val() != nil, or decode the value")
    #endif
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }

    /// Returns whether the node has children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use childCount > 0, or decode the value")
    #endif
    public func hasChildren() -> Bool { numChildren() > 0 }

    /// Returns the number of children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use childCount, or decode the value")
    #endif
    public func numChildren() -> Int { value.node.children.count }

    /// Returns whether the back end has acknowledged the value; otherwise it is local.
    #if LegacyWarnings
        @available(*, deprecated, message: "use acked")
    #endif
    public func acknowledged() -> Bool { value.isAcknowledged }

    /// Returns whether the value is known.
    ///
    /// A read without a connection returns null as an unknown value if the cache does not hold the node.
    #if LegacyWarnings
        @available(*, deprecated, message: "use isKnown")
    #endif
    public func isKnown() -> Bool { value.isKnown }

    /// Returns the name of the event that delivered the snapshot; `nil` outside of `on` and `once`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use event and its isChildAddition and so on, or eventType of the event")
    #endif
    public func eventType() -> String? { kind?.rawValue }

    /// Returns whether path, value and acknowledgement are equal; the events are not compared.
    public static func == (left: DataSnapshot, right: DataSnapshot) -> Bool { left.value == right.value }

    /// Hashes path, value and acknowledgement.
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }

    /// The path, whether the value is acknowledged, and its JSON text, truncated when long.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public var description: String { "DataSnapshot(\(value))" }

    /// The description with the event that delivered the snapshot.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public var debugDescription: String { kind.map { "DataSnapshot(\(value), \($0.rawValue))" } ?? description }
}
