import DatasyncTree

/// What the back end said of places that nobody subscribes to any more, as it was then: for reads without a connection.
struct OfflineCache: Sendable {
    /// The kept values; one stands for all that is below it.
    private var tree = PathTree<Node>()

    /// Keeps a value, in place of what was kept there and below.
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

    /// Forgets what is kept at a place and below.
    mutating func forget(_ path: Path) { tree.modify(path) { $0 = PathTree() } }

    /// The value of a place, when it is kept as a whole.
    func node(at path: Path) -> Node? {
        for depth in 0...path.count {
            if let node = tree[path.keeping(depth)]?.value { return node[path.dropping(depth)] }
        }
        return nil
    }
}
