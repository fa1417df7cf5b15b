public import DatasyncCallback
import DatasyncClient

extension Webcom.DataSnapshot {
    /// The value as it is stored: never with arrays.
    @available(*, deprecated, message: "use rawJSON; see Migration/LegacyToCallback.md")
    public func exportVal() -> Any? { rawJSON }

    /// The key of the node; `nil` at the root.
    @available(*, deprecated, message: "use node.key; see Migration/LegacyToCallback.md")
    public func name() -> String? { node.key }

    /// The node: of child events the child.
    @available(*, deprecated, message: "use node; see Migration/LegacyToCallback.md")
    public func ref() -> Webcom.ServerlessDbNode { node }

    /// The number of children.
    @available(*, deprecated, message: "use childCount; see Migration/LegacyToCallback.md")
    public func numChildren() -> Int { childCount }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    @available(*, deprecated, message: "use acked; see Migration/LegacyToCallback.md")
    public func acknowledged() -> Bool { acked }

    /// The name of the event that the snapshot came with; `nil` outside of subscriptions.
    @available(*, deprecated, message: "use event; see Migration/LegacyToCallback.md")
    public func eventType() -> String? { eventName }
}
