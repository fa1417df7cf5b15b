package import DatasyncTree

/// A window at a path: what is subscribed.
///
/// Without a window that hides anything it is the default query of the path.
package struct Query: Hashable, Sendable {
    package let path: Path
    package let window: Window

    package init(path: Path, window: Window) {
        self.path = path
        self.window = window
    }
}

/// A query that the back end is asked to keep us told of.
///
/// Windows carry a tag, default listens none.
package struct Listen: Hashable, Sendable {
    package let query: Query
    package let tag: Int?
}

/// What a change of registrations asks for: events to the application, listens to start first and then to stop.
package struct ListenChanges: Sendable {
    package var events: [RaisedEvent]
    package var started: [Listen] = []
    package var stopped: [Listen] = []

    package init(events: [RaisedEvent] = []) { self.events = events }
}
