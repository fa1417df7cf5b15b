import DatasyncTree

/// The last server data of ended subscriptions, for reads without a connection.
struct OfflineCache: Sendable {
    /// The stored values; each includes everything below its path.
    private var tree = PathTree<Node>()

    /// Stores a value, and replaces the values at and below its path.
    mutating func keep(_ node: Node, at path: Path) {
        var above = Path.root
        for key in path {
            if tree[above]?.value != nil {
                tree.modify(above) { $0.value?.set(node, at: path.dropping(above.count)) }
                return
            }
            above = above.child(key)
        }
        tree.modify(path) { $0 = PathTree(node) }
    }

    /// Removes the values stored at and below a path; a value stored above stays.
    mutating func forget(_ path: Path) { tree.modify(path) { $0 = PathTree() } }

    /// Returns the value at a path, or `nil` if the cache does not hold all of it.
    func node(at path: Path) -> Node? {
        for depth in 0...path.count {
            if let node = tree[path.keeping(depth)]?.value { return node[path.dropping(depth)] }
        }
        return nil
    }
}
