import DatasyncTree

/// A query that a session listens to.
struct ListenKey: Hashable, Sendable {
    let path: Path
    let window: Window
}
