import DatasyncAsync
import DatasyncClient
import DatasyncEngine
import DatasyncTree

extension DatasyncSnapshot {
    /// The value as Foundation's JSON: integer-keyed nodes as arrays, `nil` for null.
    public var json: Any? { located.value.foundationValue }

    /// The value as it is stored: never with arrays.
    public var rawJSON: Any? { located.value.rawFoundationValue }

    /// Whether the back end has confirmed the value; otherwise it is only local.
    public var isAcknowledged: Bool { located.value.isAcknowledged }

    /// Whether there is nothing.
    public var isNull: Bool { located.value.node.isNull }

    /// The key of the node, of child events of the child; `nil` at the root.
    public var keyName: String? {
        let location = located.value.location
        return location.path.isRoot ? nil : location.key
    }

    /// The name of the event that it came with, such as `child_added`; `nil` for values that were read.
    public var eventName: String? { receivedEvent?.description }
}
