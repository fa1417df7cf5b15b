import DatasyncTree

/// The views at one path, in the order their queries were first subscribed to.
package struct SyncPoint: Sendable {
    package internal(set) var views: [View] = []

    /// The view of the default query, whose listen covers this node and everything below.
    var defaultView: View? { views.first { $0.window.isAll } }

    var windows: [View] { views.filter { !$0.window.isAll } }

    /// Returns the complete server data at or below the node from the first view that has them.
    func completeServerNode(at path: Path) -> Node? {
        for view in views {
            if let node = view.completeServerNode(at: path) { return node }
        }
        return nil
    }
}
