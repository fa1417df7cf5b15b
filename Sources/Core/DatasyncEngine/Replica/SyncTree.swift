package import DatasyncTree

/// The sync points of a client by path, children in plain text order.
package struct SyncTree: Sendable {
    package internal(set) var value: SyncPoint?
    package internal(set) var children = OrderedMap<TextOrderedKey, SyncTree>()

    var isEmpty: Bool { value == nil && children.isEmpty }

    /// The tree at a path, or `nil` if no sync point is at or below it.
    package subscript(path: Path) -> SyncTree? {
        var tree = self
        for key in path {
            guard let child = tree.child(key) else { return nil }
            tree = child
        }
        return tree
    }

    func child(_ key: Key) -> SyncTree? { children.isEmpty ? nil : children[TextOrderedKey(key)] }

    /// Edits the tree at a path in place; creates an absent tree, and removes a tree that becomes empty.
    mutating func modify<Result>(_ path: Path, _ body: (inout SyncTree) -> Result) -> Result {
        modify(path, from: 0, body)
    }

    private mutating func modify<Result>(_ path: Path, from depth: Int, _ body: (inout SyncTree) -> Result) -> Result {
        guard depth < path.count else { return body(&self) }
        let key = TextOrderedKey(path[depth])
        let (result, isEmpty) = children.modify(key, default: SyncTree()) { child in
            let result = child.modify(path, from: depth + 1, body)
            return (result, child.isEmpty)
        }
        if isEmpty { children.removeValue(for: key) }
        return result
    }

    /// Edits all views in place, bottom-up.
    mutating func editViews(_ body: (inout View) -> Void) {
        for key in children.keys { _ = children.modify(key) { $0.editViews(body) } }
        guard value != nil else { return }
        for index in value!.views.indices { body(&value!.views[index]) }
    }

    /// Visits the sync points bottom-up: siblings in plain text order, each node after its descendants.
    package func visit(at path: Path = .root, _ body: (Path, SyncPoint) -> Void) {
        for (key, child) in children { child.visit(at: path.child(key.key), body) }
        if let value { body(path, value) }
    }
}
