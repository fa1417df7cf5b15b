import DatasyncApplication
import DatasyncEngine
import DatasyncTree

/// The value of a node at one moment.
///
/// It never changes.
public struct DataSnapshot: Sendable, ChildVisiting {
    private let value: LocatedValue
    private let kind: Event.Kind?

    init(_ value: LocatedValue, kind: Event.Kind? = nil) {
        self.value = value
        self.kind = kind
    }

    /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null.
    public func val() -> Any? { value.node.foundationValue }

    /// The value as it is stored: never with arrays.
    public func exportVal() -> Any? { value.node.rawFoundationValue }

    /// The value as canonical text, for traces.
    package var text: String { value.node.text }

    /// The key of the node; `nil` at the root.
    public func name() -> String? { ref().name() }

    /// The reference to the node.
    public func ref() -> Webcom { Webcom(location: value.location) }

    /// The value at a path below; null where there is nothing, or where the path is ill-formed.
    public func child(_ path: String) -> DataSnapshot { DataSnapshot(value.child(path)) }

    /// The children in key order.
    public var children: [DataSnapshot] { value.children.map { DataSnapshot($0) } }

    /// Whether there is something at a path below.
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }

    /// Whether there are children.
    public func hasChildren() -> Bool { numChildren() > 0 }

    /// The number of children.
    public func numChildren() -> Int { value.node.children.count }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    public func acknowledged() -> Bool { value.isAcknowledged }

    /// The name of the event that the snapshot came with; `nil` outside of `on` and `once`.
    public func eventType() -> String? { kind?.rawValue }
}
