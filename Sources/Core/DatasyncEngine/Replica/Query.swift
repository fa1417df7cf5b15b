package import DatasyncTree

/// A window at a path: the target of a subscription.
///
/// If the window hides nothing, this is the default query of the path.
package struct Query: Hashable, Sendable {
    package let path: Path
    package let window: Window

    package init(path: Path, window: Window) {
        self.path = path
        self.window = window
    }
}
