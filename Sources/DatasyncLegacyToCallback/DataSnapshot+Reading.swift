public import DatasyncCallback
import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension Webcom.DataSnapshot {
    /// The name of the event that the snapshot came with, such as `child_added`; `nil` for endings and outside of
    /// subscriptions.
    public var eventName: String? {
        guard case .event(let kind) = event.kind else { return nil }
        return kind.rawValue
    }

    /// The value as it is stored: Foundation's JSON, never with arrays, `nil` for null.
    public var rawJSON: Any? { value.rawFoundationValue }

    /// Whether there are children.
    public var hasChildren: Bool { childCount > 0 }

    /// Whether there is something at a path below; not where the path is ill-formed.
    public func hasChild(_ path: String) -> Bool { !value.child(path).node.isNull }
}
