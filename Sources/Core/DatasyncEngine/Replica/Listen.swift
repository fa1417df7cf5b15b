package import DatasyncTree

/// A window at a path: the target of a subscription.
///
/// A window that hides nothing makes it the default query of the path.
package struct Query: Hashable, Sendable {
    package let path: Path
    package let window: Window

    package init(path: Path, window: Window) {
        self.path = path
        self.window = window
    }
}

/// A query that the client listens to at the back end.
///
/// A window has a tag; a default query has none.
package struct Listen: Hashable, Sendable {
    package let query: Query
    package let tag: Int?
}

/// The result of a change of registrations: listens to start, then listens to stop.
package struct ListenChanges: Sendable {
    package var started: [Listen] = []
    package var stopped: [Listen] = []

    package init() {}
}
