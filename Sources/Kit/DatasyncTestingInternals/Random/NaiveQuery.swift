import DatasyncTree

/// A query: a path and a window.
struct NaiveQuery: Hashable {
    let path: Path
    let window: Window
}
