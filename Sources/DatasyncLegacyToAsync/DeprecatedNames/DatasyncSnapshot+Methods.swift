public import DatasyncAsync
import DatasyncClient

extension DatasyncSnapshot {
    /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null.
    @available(*, deprecated, message: "use json; see Migration/LegacyToAsync.md")
    public func val() -> Any? { json }

    /// The value as it is stored: never with arrays.
    @available(*, deprecated, message: "use rawJSON; see Migration/LegacyToAsync.md")
    public func exportVal() -> Any? { rawJSON }

    /// The key of the node; `nil` at the root.
    @available(*, deprecated, message: "use keyName; see Migration/LegacyToAsync.md")
    public func name() -> String? { keyName }

    /// The node: of child events the child.
    @available(*, deprecated, message: "use reference; see Migration/LegacyToAsync.md")
    public func ref() -> DatasyncNode { reference }

    /// The number of children.
    @available(*, deprecated, message: "use childCount; see Migration/LegacyToAsync.md")
    public func numChildren() -> Int { childCount }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    @available(*, deprecated, message: "use isAcknowledged; see Migration/LegacyToAsync.md")
    public func acknowledged() -> Bool { isAcknowledged }

    /// The name of the event that the snapshot came with; `nil` outside of subscriptions.
    @available(*, deprecated, message: "use receivedEvent; see Migration/LegacyToAsync.md")
    public func eventType() -> String? { eventName }
}
