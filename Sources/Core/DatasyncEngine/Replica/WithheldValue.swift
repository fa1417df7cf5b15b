import DatasyncTree

/// The server's value at the path of a pending write, which has replaced it in both caches of the views there.
///
/// No other pending write concerns these views; the next visible write ends the withholding, or replaces it by its own.
/// Both caches of a view thus stay one tree, and a write that the back end accepts as it is copies no page. The server cache
/// of each view on the path is that tree with this value instead of the written one.
struct WithheldValue: Sendable {
    let path: Path
    /// The value of the write, which the event caches hold.
    let written: Node
    /// The value of the server caches.
    var served: Node

    /// Whether the back end has stored the written value.
    var isWritten: Bool { served == written }
}
