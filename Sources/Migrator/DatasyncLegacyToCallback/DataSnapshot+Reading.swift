public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncTree
import Foundation

extension Webcom.DataSnapshot {
    /// The name of the event, such as `child_added`; `nil` for completions and read values.
    public var eventName: String? {
        guard case .event(let kind) = event.kind else { return nil }
        return kind.rawValue
    }

    /// The value as Foundation's JSON in its stored form, with priorities as members `.priority` and `.value`.
    public var exportedJSON: Any? { value.exportedFoundationValue }

    /// The value as Foundation's JSON in its stored form, without arrays; `nil` for null.
    public var rawJSON: Any? { value.rawFoundationValue }

    /// The value as Foundation's JSON: nodes with integer keys as arrays, `NSNull` for null, and never `nil`.
    public var jsonOrNull: Any? { val() ?? NSNull() }

    /// The value in its stored form like ``exportedJSON``: `NSNull` for null, and never `nil`.
    public var exportedJSONOrNull: Any? { exportedJSON ?? NSNull() }

    /// The priority of the node: a string or a number, `NSNull` for none, and never `nil`.
    public var priorityOrNull: Any? { value.node.priority.foundationValue ?? NSNull() }

    /// The key of the node, or of the child for child events; empty at the root.
    public var keyOrEmpty: String { node.key ?? "" }

    /// Whether the value has children.
    public var hasChildren: Bool { childCount > 0 }

    /// Returns whether a value exists at a relative path; `false` if the path is ill-formed.
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }
}
