public import DatasyncCallback
import DatasyncClient
import DatasyncTree

extension Webcom.DataSnapshot {
    /// Returns the value as Foundation's JSON in its stored form, without arrays.
    @available(*, deprecated, message: "use rawJSON, which has no priorities; see Migration/LegacyToCallback.md")
    public func exportVal() -> Any? { exportedJSON }

    /// Returns the key of the node; `nil` at the root.
    @available(*, deprecated, message: "use node.key; see Migration/LegacyToCallback.md")
    public func name() -> String? { node.key }

    /// Returns the node, or the child for child events.
    @available(*, deprecated, message: "use node; see Migration/LegacyToCallback.md")
    public func ref() -> Webcom.ServerlessDbNode { node }

    /// Returns the number of children.
    @available(*, deprecated, message: "use childCount; see Migration/LegacyToCallback.md")
    public func numChildren() -> Int { childCount }

    /// Returns whether the back end has acknowledged the value; otherwise it is local.
    @available(*, deprecated, message: "use acked; see Migration/LegacyToCallback.md")
    public func acknowledged() -> Bool { acked }

    /// Returns the name of the event; `nil` for read values.
    @available(*, deprecated, message: "use event; see Migration/LegacyToCallback.md")
    public func eventType() -> String? { eventName }

    /// Returns the priority of the node: a string or a number; `nil` if it has none.
    @available(
        *, deprecated, message: "the dialect reads no priorities, order by a child; see Migration/LegacyToCallback.md"
    )
    public func getPriority() -> Any? { value.node.priority.foundationValue }
}
