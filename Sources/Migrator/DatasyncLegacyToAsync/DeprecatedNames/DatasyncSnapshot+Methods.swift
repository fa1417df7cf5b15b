public import DatasyncAsync
import DatasyncClient
import DatasyncTree

extension DatasyncSnapshot {
    /// Returns the value as Foundation's JSON: nodes with integer keys as arrays, `nil` for null.
    @available(*, deprecated, message: "use json; see Migration/LegacyToAsync.md")
    public func val() -> Any? { json }

    /// Returns the value as Foundation's JSON in its stored form, without arrays.
    @available(*, deprecated, message: "use rawJSON, which has no priorities; see Migration/LegacyToAsync.md")
    public func exportVal() -> Any? { exportedJSON }

    /// Returns the key of the node; `nil` at the root.
    @available(*, deprecated, message: "use keyName; see Migration/LegacyToAsync.md")
    public func name() -> String? { keyName }

    /// Returns the node, or the child for child events.
    @available(*, deprecated, message: "use reference; see Migration/LegacyToAsync.md")
    public func ref() -> DatasyncNode { reference }

    /// Returns the number of children.
    @available(*, deprecated, message: "use childCount; see Migration/LegacyToAsync.md")
    public func numChildren() -> Int { childCount }

    /// Returns whether the back end has acknowledged the value; otherwise it is local.
    @available(*, deprecated, message: "use isAcknowledged; see Migration/LegacyToAsync.md")
    public func acknowledged() -> Bool { isAcknowledged }

    /// Returns the name of the event; `nil` for read values.
    @available(*, deprecated, message: "use receivedEvent; see Migration/LegacyToAsync.md")
    public func eventType() -> String? { eventName }

    /// Returns the priority of the node: a string or a number; `nil` if it has none.
    @available(
        *, deprecated, message: "the dialect reads no priorities, order by a child; see Migration/LegacyToAsync.md"
    )
    public func getPriority() -> Any? { located.value.node.priority.foundationValue }
}
