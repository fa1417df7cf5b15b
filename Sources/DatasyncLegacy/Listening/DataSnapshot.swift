public import DatasyncClient
package import DatasyncEngine
import DatasyncTree

/// The value of a node at one moment.
///
/// It never changes.
#if LegacyWarnings
    @available(*, deprecated, message: "use Webcom.DataSnapshot, or DatasyncEvent and DatasyncValue")
#endif
public struct DataSnapshot: Sendable, ChildVisiting {
    package let value: LocatedValue
    package let kind: Event.Kind?

    init(_ value: LocatedValue, kind: Event.Kind? = nil) {
        self.value = value
        self.kind = kind
    }

    /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null.
    #if LegacyWarnings
        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or decoded() or json of DatasyncValue")
    #endif
    public func val() -> Any? { value.foundationValue }

    /// The value as it is stored: never with arrays.
    #if LegacyWarnings
        @available(*, deprecated, message: "use val() of Webcom.DataSnapshot, or rawJSON of DatasyncValue")
    #endif
    public func exportVal() -> Any? { value.rawFoundationValue }

    /// The value as canonical text, for traces.
    package var text: String { value.node.text }

    /// The key of the node; `nil` at the root.
    #if LegacyWarnings
        @available(*, deprecated, message: "use node.key, or key of the event")
    #endif
    public func name() -> String? { ref().name() }

    /// The reference to the node.
    #if LegacyWarnings
        @available(*, deprecated, message: "use node of the snapshot or event")
    #endif
    public func ref() -> Webcom { Webcom(location: value.location) }

    /// The value at a path below; null where there is nothing, or where the path is ill-formed.
    #if LegacyWarnings
        @available(*, deprecated, message: "use child(path) of Webcom.DataSnapshot, or decode the value")
    #endif
    public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

    /// The children in key order.
    #if LegacyWarnings
        @available(*, deprecated, message: "use children of Webcom.DataSnapshot, or children(as:) of the node")
    #endif
    public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }

    /// Whether there is something at a path below.
    #if LegacyWarnings
        @available(*, deprecated, message: "use child(path).val() != nil, or decode the value")
    #endif
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }

    /// Whether there are children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use childCount > 0, or decode the value")
    #endif
    public func hasChildren() -> Bool { numChildren() > 0 }

    /// The number of children.
    #if LegacyWarnings
        @available(*, deprecated, message: "use childCount, or decode the value")
    #endif
    public func numChildren() -> Int { value.node.children.count }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    #if LegacyWarnings
        @available(*, deprecated, message: "use acked")
    #endif
    public func acknowledged() -> Bool { value.isAcknowledged }

    /// Returns whether the value is known.
    ///
    /// A read without a connection gives an unknown value, null, where the cache does not hold the node.
    #if LegacyWarnings
        @available(*, deprecated, message: "use isKnown")
    #endif
    public func isKnown() -> Bool { value.isKnown }

    /// The name of the event that the snapshot came with; `nil` outside of `on` and `once`.
    #if LegacyWarnings
        @available(*, deprecated, message: "use event and its isChildAddition and so on, or eventType of the event")
    #endif
    public func eventType() -> String? { kind?.rawValue }
}

extension DataSnapshot: Hashable {
    /// Returns whether path, value and acknowledgement are equal; the events they came with do not count.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public static func == (left: DataSnapshot, right: DataSnapshot) -> Bool { left.value == right.value }

    /// Hashes path, value and acknowledgement.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension DataSnapshot: CustomStringConvertible, CustomDebugStringConvertible {
    /// The path, whether the value is acknowledged, and its JSON text, cut when it is long.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public var description: String { "DataSnapshot(\(value))" }

    /// The description with the event that the snapshot came with.
    #if LegacyWarnings
        @available(*, deprecated, message: "use Webcom.DataSnapshot or DatasyncValue")
    #endif
    public var debugDescription: String { kind.map { "DataSnapshot(\(value), \($0.rawValue))" } ?? description }
}
