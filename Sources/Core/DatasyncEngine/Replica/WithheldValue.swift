import DatasyncTree

/// The server's value that a pending write has replaced in both caches of the views on its path.
///
/// No other pending write concerns these views; the next visible write ends the withholding, or starts its own. So both caches
/// of a view stay one tree, and a write that the back end accepts unchanged copies no page. The real server cache of each view
/// on the path is that tree with this value instead of the written one.
struct WithheldValue: Sendable {
    let path: Path
    /// The value of the write, which the event caches hold.
    let written: Node
    /// The value of the server caches.
    var served: Node

    /// Whether the back end has stored the written value.
    var isWritten: Bool { served == written }
}
