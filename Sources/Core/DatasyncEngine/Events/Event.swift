package import DatasyncTree

/// An event, which each dialect delivers under its own names.
package struct Event: Sendable {
    package typealias Kind = EventKind

    package var kind: Kind
    /// The key of the child; `nil` for value events.
    package let key: Key?
    /// The value of the node or child; for a removal, the old value.
    package var node: Node
    /// The key just before the child in the window's order; `nil` for the first child, removals and value events.
    package var previousKey: Key?
    /// Whether the back end has acknowledged the state that the event conveys.
    package var isAcknowledged: Bool
    /// Whether the server cache is complete, so that everything except pending writes comes from the back end.
    package var isServerComplete = true
    /// Whether the whole node is known, so that a value event follows the events of its children.
    package var isNodeKnown = true
    /// Whether a local write raised the event.
    package var isOwnWrite = false
}
